package io.berth.simulator;

import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue.Next;
import io.berth.simulator.internal.WorkQueue;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The disruption controller from one start to the next stop. Lives on its serial executor. */
final class DisruptionSession {
  /** How long an evicted pod may still be there before it counts again. */
  private static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

  private final Cluster cluster;
  private final Timers timers;
  private final Mirror<PodDisruptionBudget> budgets;
  private final Mirror<Pod> pods;
  private final Mirror<ReplicaSet> replicaSets;
  private final Mirror<StatefulSet> statefulSets;
  private final Mirror<ReplicationController> replicationControllers;
  private final WorkQueue<ObjectKey> queue;

  DisruptionSession(Session session) {
    this.cluster = session.cluster();
    this.timers = session.timers();
    this.queue = session.queue(this::reconcile);
    this.replicaSets = session.mirror(ResourceKind.REPLICA_SETS, (key, before, after) -> ownerChanged(key));
    this.statefulSets = session.mirror(ResourceKind.STATEFUL_SETS, (key, before, after) -> ownerChanged(key));
    this.replicationControllers =
        session.mirror(ResourceKind.REPLICATION_CONTROLLERS, (key, before, after) -> ownerChanged(key));
    this.pods = session.mirror(ResourceKind.PODS, this::podChanged);
    this.budgets = session.mirror(ResourceKind.POD_DISRUPTION_BUDGETS, (key, before, after) -> queue.add(key));
  }

  private void podChanged(ObjectKey key, @Nullable Pod before, @Nullable Pod after) {
    for (PodDisruptionBudget budget : budgets.list(key.namespace())) {
      if ((before != null && Budgets.covers(budget, before)) || (after != null && Budgets.covers(budget, after))) {
        queue.add(ObjectKey.of(budget));
      }
    }
  }

  private void ownerChanged(ObjectKey key) {
    budgets.list(key.namespace()).forEach(budget -> queue.add(ObjectKey.of(budget)));
  }

  private Next reconcile(ObjectKey key) {
    PodDisruptionBudget budget = budgets.get(key);
    if (budget == null || budget.getSpec() == null) {
      return Next.DONE;
    }
    List<Pod> covered = pods.list(key.namespace()).stream().filter(Budgets.covering(budget)).toList();
    PodDisruptionBudgetStatus status = Budgets.status(budget);
    Map<String, String> disrupted = stillGoing(covered, status.getDisruptedPods());
    try {
      count(budget, covered, disrupted, status);
    } catch (UnknownScaleException unknown) {
      status.setDisruptionsAllowed(0);
      status.setConditions(Budgets.conditions(status, now(), "SyncFailed", unknown.getMessage()));
    }
    if (status.equals(Budgets.status(budget)) && budget.getStatus() != null) {
      return recheck(disrupted);
    }
    PodDisruptionBudget next = Beans.shallow(budget);
    next.setStatus(status);
    return new Next.Answered(cluster.updateStatus(ResourceKind.POD_DISRUPTION_BUDGETS, next));
  }

  private void count(
      PodDisruptionBudget budget, List<Pod> covered, Map<String, String> disrupted, PodDisruptionBudgetStatus status)
      throws UnknownScaleException {
    int healthy = (int) covered.stream().filter(pod -> isHealthy(pod, disrupted)).count();
    IntOrString most = budget.getSpec().getMaxUnavailable();
    IntOrString least = budget.getSpec().getMinAvailable();
    int expected = 0;
    int desired = 0;
    if (most != null) {
      expected = expectedScale(covered);
      desired = Math.max(0, expected - scaled(most, expected));
    } else if (least != null && least.getStrVal() == null) {
      expected = covered.size();
      desired = scaled(least, expected);
    } else if (least != null) {
      expected = expectedScale(covered);
      desired = scaled(least, expected);
    }
    status.setCurrentHealthy(healthy);
    status.setDesiredHealthy(desired);
    status.setExpectedPods(expected);
    status.setDisruptionsAllowed(expected <= 0 ? 0 : Math.max(0, healthy - desired));
    status.setDisruptedPods(disrupted);
    Long generation = budget.getMetadata().getGeneration();
    status.setObservedGeneration(generation == null ? 0 : generation);
    status.setConditions(Budgets.conditions(status, now()));
  }

  /** Whether the pod counts; one that is expected to go soon does not. */
  private static boolean isHealthy(Pod pod, Map<String, String> disrupted) {
    return !PodRules.isTerminating(pod) && PodRules.isReady(pod) && !disrupted.containsKey(pod.getMetadata().getName());
  }

  private Map<String, String> stillGoing(List<Pod> covered, Map<String, String> disrupted) {
    Map<String, String> still = new LinkedHashMap<>();
    for (Pod pod : covered) {
      String since = disrupted.get(pod.getMetadata().getName());
      if (since != null && !PodRules.isTerminating(pod) && !Instant.parse(since).plus(DELETION_TIMEOUT).isBefore(timers.now())) {
        still.put(pod.getMetadata().getName(), since);
      }
    }
    return still;
  }

  private Next recheck(Map<String, String> disrupted) {
    return disrupted.values().stream()
        .map(since -> Duration.between(timers.now(), Instant.parse(since).plus(DELETION_TIMEOUT).plusMillis(1)))
        .min(Duration::compareTo)
        .<Next>map(Next.After::new)
        .orElse(Next.DONE);
  }

  private int expectedScale(List<Pod> covered) throws UnknownScaleException {
    Map<String, Integer> scales = new HashMap<>();
    for (Pod pod : covered) {
      for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
        if (Boolean.TRUE.equals(owner.getController()) && !scales.containsKey(owner.getUid())) {
          scales.put(owner.getUid(), scale(owner, pod));
        }
      }
    }
    return scales.values().stream().mapToInt(Integer::intValue).sum();
  }

  private int scale(OwnerReference owner, Pod pod) throws UnknownScaleException {
    ObjectKey key = new ObjectKey(pod.getMetadata().getNamespace(), owner.getName());
    HasMetadata found;
    Integer replicas;
    switch (owner.getKind()) {
      case "ReplicaSet" -> {
        ReplicaSet set = replicaSets.get(key);
        found = set;
        replicas = set == null ? null : set.getSpec().getReplicas();
      }
      case "StatefulSet" -> {
        StatefulSet set = statefulSets.get(key);
        found = set;
        replicas = set == null ? null : set.getSpec().getReplicas();
      }
      case "ReplicationController" -> {
        ReplicationController controller = replicationControllers.get(key);
        found = controller;
        replicas = controller == null ? null : controller.getSpec().getReplicas();
      }
      default -> {
        found = null;
        replicas = null;
      }
    }
    if (found == null || !owner.getUid().equals(found.getMetadata().getUid())) {
      throw new UnknownScaleException("found no controllers for pod \"" + pod.getMetadata().getName() + "\"");
    }
    return replicas == null ? 1 : replicas;
  }

  /** A number, or a share of the whole rounded up. */
  private static int scaled(IntOrString value, int whole) throws UnknownScaleException {
    String text = value.getStrVal();
    if (text == null) {
      return value.getIntVal() == null ? 0 : value.getIntVal();
    }
    try {
      if (text.endsWith("%")) {
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (int) (((long) percent * whole + 99) / 100);
      }
    } catch (NumberFormatException notANumber) {
      throw new UnknownScaleException("invalid value for IntOrString: " + text);
    }
    throw new UnknownScaleException("invalid value for IntOrString: " + text);
  }

  private String now() {
    return timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static final class UnknownScaleException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownScaleException(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }
}
