package io.berth.framework.model;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The images of a pod.
 *
 * <p>Source: pkg/scheduler/framework/plugins/imagelocality/image_locality.go sumImageScores, normalizedImageName, v1.37.2.
 */
final class ImageNames {

  private ImageNames() {}

  /** The images of init containers, containers and volumes, each as often as it is used. */
  static List<String> of(@Nullable PodSpec spec) {
    if (spec == null) {
      return List.of();
    }
    List<String> images = new ArrayList<>();
    add(spec.getInitContainers(), images);
    add(spec.getContainers(), images);
    if (spec.getVolumes() != null) {
      for (Volume volume : spec.getVolumes()) {
        if (volume.getImage() != null) {
          images.add(normalized(volume.getImage().getReference()));
        }
      }
    }
    return List.copyOf(images);
  }

  private static void add(@Nullable List<Container> containers, List<String> images) {
    if (containers != null) {
      containers.forEach(container -> images.add(normalized(container.getImage())));
    }
  }

  /** The name with its tag; {@code latest} if it has none. */
  static String normalized(@Nullable String image) {
    String name = image == null ? "" : image;
    return name.lastIndexOf(':') <= name.lastIndexOf('/') ? name + ":latest" : name;
  }
}
