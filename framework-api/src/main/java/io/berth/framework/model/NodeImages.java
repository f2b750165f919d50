package io.berth.framework.model;

import io.fabric8.kubernetes.api.model.ContainerImage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The images on a node and their sizes, in arrays that are sorted by the hash of the name: names of images begin alike, and are asked
 * for on every node. Immutable.
 */
final class NodeImages {

  static final NodeImages NONE = new NodeImages(new int[0], new String[0], new long[0]);

  private final int[] hashes;
  private final String[] names;
  private final long[] sizes;

  private NodeImages(int[] hashes, String[] names, long[] sizes) {
    this.hashes = hashes;
    this.names = names;
    this.sizes = sizes;
  }

  /** Reads images; where two have the same name, the first counts. */
  static NodeImages of(@Nullable List<ContainerImage> images) {
    if (images == null || images.isEmpty()) {
      return NONE;
    }
    Map<String, Long> byName = new TreeMap<>();
    for (ContainerImage image : images) {
      long size = image.getSizeBytes() == null ? 0 : image.getSizeBytes();
      List<String> names = image.getNames() == null ? List.of() : image.getNames();
      names.forEach(name -> byName.putIfAbsent(name, size));
    }
    String[] names = byName.keySet().toArray(new String[0]);
    Arrays.sort(names, (a, b) -> Integer.compare(a.hashCode(), b.hashCode()));
    int[] hashes = Stream.of(names).mapToInt(String::hashCode).toArray();
    long[] sizes = Stream.of(names).mapToLong(byName::get).toArray();
    return new NodeImages(hashes, names, sizes);
  }

  /** The size; -1 if the image is not there. */
  long size(String name) {
    int hash = name.hashCode();
    int index = Arrays.binarySearch(hashes, hash);
    if (index < 0) {
      return -1;
    }
    while (index > 0 && hashes[index - 1] == hash) {
      index--;
    }
    for (; index < hashes.length && hashes[index] == hash; index++) {
      if (names[index].equals(name)) {
        return sizes[index];
      }
    }
    return -1;
  }

  List<String> names() {
    return Stream.of(names).sorted().toList();
  }
}
