package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node of a history.
 *
 * @param size what it has for pods
 * @param place where it is and who may go there
 * @param beat changes nothing that matters, as a kubelet's signs of life do
 */
record NodeSpec(String name, Size size, Place place, int beat) {
  static final String ZONE = "topology.kubernetes.io/zone";
  static final String HOST = "kubernetes.io/hostname";
  static final String DISK = "disk";
  static final String GPU = "example.com/gpu";

  /** What it has. */
  record Size(int milliCpu, int memoryMi, int gpus, int pods) {}

  /**
   * Where it is and who may go there.
   *
   * @param zone empty for none
   * @param disk a label, empty for none
   * @param taint the value of taint {@code dedicated} with its effect, {@code t0:NoSchedule}; empty for none
   */
  record Place(String zone, String disk, String taint, boolean cordoned) {}

  NodeSpec with(Size other) {
    return new NodeSpec(name, other, place, beat);
  }

  NodeSpec with(Place other) {
    return new NodeSpec(name, size, other, beat);
  }

  NodeSpec beating() {
    return new NodeSpec(name, size, place, beat + 1);
  }

  Node build() {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("cpu", new Quantity(size.milliCpu + "m"));
    amounts.put("memory", new Quantity(size.memoryMi + "Mi"));
    amounts.put("pods", new Quantity(Integer.toString(size.pods)));
    if (size.gpus > 0) {
      amounts.put(GPU, new Quantity(Integer.toString(size.gpus)));
    }
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(HOST, name);
    putUnlessEmpty(labels, ZONE, place.zone);
    putUnlessEmpty(labels, DISK, place.disk);
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .addToAnnotations("beat", Integer.toString(beat))
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(place.cordoned ? true : null)
        .withTaints(taints())
        .endSpec()
        .withNewStatus()
        .withCapacity(amounts)
        .withAllocatable(amounts)
        .endStatus()
        .build();
  }

  private List<Taint> taints() {
    if (place.taint.isEmpty()) {
      return List.of();
    }
    String[] valueAndEffect = place.taint.split(":");
    return List.of(new Taint(valueAndEffect[1], "dedicated", null, valueAndEffect[0]));
  }

  static void putUnlessEmpty(Map<String, String> labels, String key, String value) {
    if (!value.isEmpty()) {
      labels.put(key, value);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    text.append(" cpu=").append(size.milliCpu).append("m memory=").append(size.memoryMi).append("Mi pods=").append(size.pods);
    append(text, "gpus", size.gpus == 0 ? "" : Integer.toString(size.gpus));
    append(text, "zone", place.zone);
    append(text, "disk", place.disk);
    append(text, "taint", place.taint);
    append(text, "cordoned", place.cordoned ? "yes" : "");
    append(text, "beat", beat == 0 ? "" : Integer.toString(beat));
    return text.toString();
  }

  static void append(StringBuilder text, String key, String value) {
    if (!value.isEmpty()) {
      text.append(' ').append(key).append('=').append(value);
    }
  }
}
