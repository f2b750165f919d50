package io.berth.plugins.imagelocality;

import io.berth.framework.Snapshot;
import io.berth.framework.StateData;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod's images, those on some node with the share of nodes that have them. Immutable.
 *
 * @param count how many images the pod has, each as often as it is used
 * @param present those that are on some node
 */
record WantedImages(int count, List<Present> present) implements StateData<WantedImages> {
  /** An image and the share of nodes that have it. */
  record Present(String name, double spread) {}

  static WantedImages of(PodInfo pod, Snapshot snapshot) {
    List<String> images = pod.images();
    List<Present> present = new ArrayList<>(images.size());
    for (String image : images) {
      int nodes = snapshot.imageNodes(image);
      if (nodes > 0) {
        present.add(new Present(image, (double) nodes / snapshot.nodes().size()));
      }
    }
    return new WantedImages(images.size(), present);
  }

  /** The sum of the sizes of those that are on the node, each times its spread. */
  long sizeOn(NodeInfo node) {
    long sum = 0;
    for (int i = 0; i < present.size(); i++) {
      Present image = present.get(i);
      sum += (long) (node.imageSize(image.name()) * image.spread());
    }
    return sum;
  }

  @Override
  public WantedImages copy() {
    return this;
  }
}
