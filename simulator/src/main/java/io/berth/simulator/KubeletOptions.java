package io.berth.simulator;

import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the simulated kubelets behave.
 *
 * @param startDelay from when a kubelet takes a pod to when it runs
 * @param readyDelay from when a pod runs to when it is ready
 * @param terminationDelay from when a deletion is seen to the end of the pod, at most its grace period
 * @param resizeDelay from when a new size is allocated to when the containers have it
 * @param runTime how long a pod runs until it ends by itself; empty for one that runs for ever
 * @param failing pods that fail, rather than succeed, when their time is up
 * @param requests what a pod takes of its node
 * @param resizes which resizes are infeasible
 * @param heartbeat how often a kubelet renews its node's lease, so that its silence is noticed; empty for never
 */
public record KubeletOptions(
    Duration startDelay,
    Duration readyDelay,
    Duration terminationDelay,
    Duration resizeDelay,
    Function<Pod, Optional<Duration>> runTime,
    Predicate<Pod> failing,
    EffectiveRequests requests,
    ResizeRule resizes,
    Optional<Duration> heartbeat) {
  /**
   * A second to start, ready at once, a second to end, a second to resize, pods of Jobs run for a minute and succeed, all others for
   * ever, and no leases.
   */
  public static KubeletOptions defaults() {
    Duration second = Duration.ofSeconds(1);
    return new KubeletOptions(
        second,
        Duration.ZERO,
        second,
        second,
        ofJobs(Duration.ofMinutes(1)),
        pod -> false,
        EffectiveRequests.upstream(),
        ResizeRule.upstream(),
        Optional.empty());
  }

  /** The same with another delay of the start. */
  public KubeletOptions withStartDelay(Duration delay) {
    return new KubeletOptions(
        delay, readyDelay, terminationDelay, resizeDelay, runTime, failing, requests, resizes, heartbeat);
  }

  /** The same with another delay of readiness. */
  public KubeletOptions withReadyDelay(Duration delay) {
    return new KubeletOptions(
        startDelay, delay, terminationDelay, resizeDelay, runTime, failing, requests, resizes, heartbeat);
  }

  /** The same with another delay of the end. */
  public KubeletOptions withTerminationDelay(Duration delay) {
    return new KubeletOptions(startDelay, readyDelay, delay, resizeDelay, runTime, failing, requests, resizes, heartbeat);
  }

  /** The same with another delay of resizes. */
  public KubeletOptions withResizeDelay(Duration delay) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, delay, runTime, failing, requests, resizes, heartbeat);
  }

  /** The same with other run times. */
  public KubeletOptions withRunTime(Function<Pod, Optional<Duration>> runTimeOfPod) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, resizeDelay, runTimeOfPod, failing, requests, resizes, heartbeat);
  }

  /** The same with other pods that fail. */
  public KubeletOptions withFailing(Predicate<Pod> pods) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, resizeDelay, runTime, pods, requests, resizes, heartbeat);
  }

  /** The same with another accounting. */
  public KubeletOptions withRequests(EffectiveRequests effectiveRequests) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, resizeDelay, runTime, failing, effectiveRequests, resizes, heartbeat);
  }

  /** The same with another rule of what is infeasible. */
  public KubeletOptions withResizes(ResizeRule rule) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, resizeDelay, runTime, failing, requests, rule, heartbeat);
  }

  /** The same with leases that are renewed so often; upstream's kubelets do it every 10 seconds. */
  public KubeletOptions withHeartbeat(Duration interval) {
    return new KubeletOptions(
        startDelay, readyDelay, terminationDelay, resizeDelay, runTime, failing, requests, resizes, Optional.of(interval));
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
