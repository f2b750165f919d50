package io.berth.app.simulate;

import io.berth.app.ProgressLine;
import io.berth.app.simulate.Report.PendingPod;
import io.berth.app.simulate.Report.Rejection;
import io.berth.dynamicresources.DynamicResources;
import io.berth.framework.Status;
import io.berth.scheduler.Explanation;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why pods stay pending: the scheduler's message, and for each node the first plugin that objects. Pods of one controller with the same
 * message are alike, so one of them is looked at for all.
 */
final class PendingReasons {

  /** Beyond so many different groups a table is not read anyway. */
  private static final int GROUPS_FOR_A_TABLE = 20;

  private final World world;
  private final ProgressLine progress;
  private final Map<String, List<Rejection>> byGroup = new HashMap<>();

  PendingReasons(World world, ProgressLine progress) {
    this.world = world;
    this.progress = progress;
  }

  /**
   * The reasons, pod by pod.
   *
   * @param all whether every group of pods is looked at
   */
  List<PendingPod> of(List<Pod> pods, boolean all) {
    var queued = world.queued();
    var pending = new ArrayList<PendingPod>(pods.size());
    for (Pod pod : pods) {
      progress.show(() -> "asking why " + pods.size() + " pods stay pending: " + pending.size() + " done");
      String namespace = pod.getMetadata().getNamespace();
      String key = namespace + "/" + pod.getMetadata().getName();
      String message = conditionMessage(pod);
      String waiting = whyNotTried(pod, queued.get(key));
      if (waiting != null) {
        pending.add(new PendingPod(namespace, pod.getMetadata().getName(), waiting, List.of()));
      } else {
        pending.add(new PendingPod(namespace, pod.getMetadata().getName(), message, rejections(pod, key, message, all)));
      }
    }
    return pending;
  }

  /** Why a pod was not tried at all; {@code null} when it was. */
  private @Nullable String whyNotTried(Pod pod, io.berth.scheduler.@Nullable PendingPod queued) {
    String name = pod.getSpec().getSchedulerName();
    if (name != null && !world.schedulerNames().contains(name)) {
      String served = String.join(", ", world.schedulerNames());
      return "asks for the scheduler \"" + name + "\", and only " + served + " is simulated; see --scheduler-name";
    }
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return "is being deleted";
    }
    if (queued == null || queued.gatedBy() == null) {
      return null;
    }
    String gates =
        DynamicResources.NAME.equals(queued.gatedBy())
            ? ClaimReasons.of(pod, world.cluster())
            : pod.getSpec().getSchedulingGates().stream().map(PodSchedulingGate::getName).collect(Collectors.joining(", "));
    return "is held back by " + queued.gatedBy() + (gates.isEmpty() ? "" : ": " + gates);
  }

  /** What the scheduler wrote into the condition; empty when it wrote nothing. */
  static String conditionMessage(Pod pod) {
    if (pod.getStatus() != null) {
      for (PodCondition condition : pod.getStatus().getConditions()) {
        if ("PodScheduled".equals(condition.getType()) && condition.getMessage() != null) {
          return condition.getMessage();
        }
      }
    }
    return "";
  }

  private List<Rejection> rejections(Pod pod, String key, String message, boolean all) {
    String group = controller(pod, key) + " " + message;
    List<Rejection> known = byGroup.get(group);
    if (known == null) {
      known = all || byGroup.size() < GROUPS_FOR_A_TABLE ? world.explain(key).map(PendingReasons::rejections).orElse(List.of()) : List.of();
      byGroup.put(group, known);
    }
    return known;
  }

  private static String controller(Pod pod, String key) {
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return pod.getMetadata().getNamespace() + "/" + owner.getKind() + "/" + owner.getName();
      }
    }
    return key;
  }

  /** The first objection on each node, nodes with the same together. */
  static List<Rejection> rejections(Explanation explanation) {
    var nodes = new LinkedHashMap<Rejection, List<String>>();
    Explanation.Verdict whole = firstObjection(explanation.preFilter());
    for (Explanation.NodeExplanation node : explanation.nodes()) {
      Explanation.Verdict first = whole != null ? whole : firstObjection(node.verdicts());
      if (first != null) {
        var status = first.status();
        var kind = new Rejection(first.plugin(), status.code().toString(), status.reasons(), List.of());
        nodes.computeIfAbsent(kind, k -> new ArrayList<>()).add(node.nodeName());
      }
    }
    return nodes.entrySet().stream()
        .map(e -> new Rejection(e.getKey().plugin(), e.getKey().code(), e.getKey().reasons(), e.getValue()))
        .toList();
  }

  private static Explanation.@Nullable Verdict firstObjection(List<Explanation.Verdict> verdicts) {
    for (Explanation.Verdict verdict : verdicts) {
      Status status = verdict.status();
      if (!status.isSuccess() && !status.isSkip()) {
        return verdict;
      }
    }
    return null;
  }
}
