package io.berth.simulator;

import io.berth.simulator.internal.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a kubelet knows of a pod that it has taken. Lives on the kubelets' executor. */
final class PodRun {
  final ObjectKey key;
  final String node;
  final Instant admitted;
  PodAllocation allocated;
  PodAllocation actual;
  boolean hasDevices;
  @Nullable Instant started;
  @Nullable Instant endsAt;
  @Nullable Instant actuatedAt;

  PodRun(ObjectKey key, String node, Instant admitted, PodAllocation allocated, PodAllocation actual) {
    this.key = key;
    this.node = node;
    this.admitted = admitted;
    this.allocated = allocated;
    this.actual = actual;
  }
}
