package io.berth.simulator;

import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the simulated kubelets behave.
 *
 * @param startDelay from when a kubelet takes a pod to when it runs and is ready
 * @param terminationDelay from when a deletion is seen to the end of the pod, at most its grace period
 * @param runTime how long a pod runs until it succeeds by itself; empty for one that runs for ever
 * @param requests what a pod takes of its node
 */
public record KubeletOptions(
    Duration startDelay,
    Duration terminationDelay,
    Function<Pod, Optional<Duration>> runTime,
    EffectiveRequests requests) {
  /** A second to start, a second to end, pods of Jobs run for a minute, all others for ever. */
  public static KubeletOptions defaults() {
    return new KubeletOptions(
        Duration.ofSeconds(1), Duration.ofSeconds(1), ofJobs(Duration.ofMinutes(1)), EffectiveRequests.upstream());
  }

  /** The same with another delay of the start. */
  public KubeletOptions withStartDelay(Duration delay) {
    return new KubeletOptions(delay, terminationDelay, runTime, requests);
  }

  /** The same with another delay of the end. */
  public KubeletOptions withTerminationDelay(Duration delay) {
    return new KubeletOptions(startDelay, delay, runTime, requests);
  }

  /** The same with other run times. */
  public KubeletOptions withRunTime(Function<Pod, Optional<Duration>> runTimeOfPod) {
    return new KubeletOptions(startDelay, terminationDelay, runTimeOfPod, requests);
  }

  /** The same with another accounting. */
  public KubeletOptions withRequests(EffectiveRequests effectiveRequests) {
    return new KubeletOptions(startDelay, terminationDelay, runTime, effectiveRequests);
  }

  /** Pods that a Job controls run so long, all others for ever. */
  public static Function<Pod, Optional<Duration>> ofJobs(Duration duration) {
    return pod -> {
      for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
        if (Boolean.TRUE.equals(owner.getController()) && "Job".equals(owner.getKind())) {
          return Optional.of(duration);
        }
      }
      return Optional.empty();
    };
  }
}
