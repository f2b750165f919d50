package io.berth.framework.model;

import io.fabric8.kubernetes.api.model.ContainerImage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The images on a node and their sizes, in two arrays. Immutable. */
final class NodeImages {

  static final NodeImages NONE = new NodeImages(new String[0], new long[0]);

  private final String[] names;
  private final long[] sizes;

  private NodeImages(String[] names, long[] sizes) {
    this.names = names;
    this.sizes = sizes;
  }

  /** Reads images; where two have the same name, the first counts. */
  static NodeImages of(@Nullable List<ContainerImage> images) {
    if (images == null || images.isEmpty()) {
      return NONE;
    }
    TreeMap<String, Long> byName = new TreeMap<>();
    for (ContainerImage image : images) {
      long size = image.getSizeBytes() == null ? 0 : image.getSizeBytes();
      List<String> names = image.getNames() == null ? List.of() : image.getNames();
      names.forEach(name -> byName.putIfAbsent(name, size));
    }
    String[] names = new String[byName.size()];
    long[] sizes = new long[names.length];
    int i = 0;
    for (Map.Entry<String, Long> image : byName.entrySet()) {
      names[i] = image.getKey();
      sizes[i] = image.getValue();
      i++;
    }
    return new NodeImages(names, sizes);
  }

  /** The size; -1 if the image is not there. */
  long size(String name) {
    int index = Arrays.binarySearch(names, name);
    return index < 0 ? -1 : sizes[index];
  }

  List<String> names() {
    return List.of(names);
  }
}
