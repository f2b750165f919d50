package io.berth.benchmarks;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Eight pods a node, of four low priorities; they go at once when they are deleted. */
final class Victims {
  private static final int PER_NODE = 8;
  private static final int PRIORITIES = 4;
  private static final long FIRST_START = 1_700_000_000;
  private static final int SECONDS_A_NODE = 13;

  private Victims() {}

  /** Together they fill the CPU of their nodes. */
  static List<HasMetadata> of(int nodes) {
    List<HasMetadata> all = new ArrayList<>(nodes * PER_NODE);
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < PER_NODE; j++) {
        all.add(victim(i, j).editSpec().editContainer(0).editResources().addToRequests("cpu", new Quantity("4")).endResources()
            .endContainer().endSpec().build());
      }
    }
    return all;
  }

  /** One pod, which takes next to nothing. */
  static PodBuilder victim(int node, int number) {
    String name = String.format(Locale.ROOT, "low-%05d-%d", node, number);
    return new PodBuilder(Workload.BASIC.pod(0))
        .editMetadata()
        .withName(name)
        .withUid(name)
        .endMetadata()
        .editSpec()
        .withPriority(number % PRIORITIES)
        .withNodeName(Workload.nodeName(node))
        .endSpec()
        .withNewStatus()
        .withStartTime(Instant.ofEpochSecond(FIRST_START + node * SECONDS_A_NODE + number).toString())
        .endStatus();
  }
}
