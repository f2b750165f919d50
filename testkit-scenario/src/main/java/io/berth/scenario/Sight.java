package io.berth.scenario;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod as it was at one moment of one run.
 *
 * @param order in which order the world of this run was set up, for people
 * @param object the pod, or {@code null} when the cluster does not have it
 * @param waiting how it waits, or {@code null} when it does not
 * @param removed the names of the pods that the scheduler has evicted or deleted so far, in order
 * @param verdicts what the plugins say of it on each node, for people
 * @param story what has happened so far
 */
public record Sight(
    String order,
    @Nullable Pod object,
    @Nullable PendingPod waiting,
    List<String> removed,
    List<String> verdicts,
    String story) {
  /** Copies the lists. */
  public Sight {
    removed = List.copyOf(removed);
    verdicts = List.copyOf(verdicts);
  }

  static Sight of(World world, Order order, String key) {
    return of(world, order.toString(), key, world.story().toString());
  }

  static Sight of(World world, String order, String key, String story) {
    int slash = key.indexOf('/');
    Pod pod = world.cluster().get(ResourceKind.PODS, key.substring(0, slash), key.substring(slash + 1));
    Scheduler scheduler = world.scheduler();
    Optional<PendingPod> waiting = scheduler == null ? Optional.empty() : scheduler.queue().pod(key);
    return new Sight(
        order,
        pod,
        waiting.orElse(null),
        world.removed(),
        waiting.isPresent() && waiting.get().place() != PendingPod.Place.IN_FLIGHT ? verdicts(scheduler, key) : List.of(),
        story);
  }

  /** What every plugin says of a pod that waits, on each node. */
  private static List<String> verdicts(@Nullable Scheduler scheduler, String key) {
    List<String> lines = new ArrayList<>();
    Optional<Explanation> explanation = scheduler == null ? Optional.empty() : scheduler.explain(key);
    explanation.ifPresent(
        said -> {
          said.preFilter().stream()
              .filter(verdict -> !verdict.status().isSuccess() && !verdict.status().isSkip())
              .forEach(verdict -> lines.add(verdict.plugin() + ": " + verdict.status().message()));
          for (Explanation.NodeExplanation node : said.nodes()) {
            List<String> objections =
                node.verdicts().stream()
                    .filter(verdict -> !verdict.status().isSuccess() && !verdict.status().isSkip())
                    .map(verdict -> verdict.plugin() + ": " + verdict.status().message())
                    .toList();
            lines.add(node.nodeName() + ": " + (objections.isEmpty() ? "fits" : String.join("; ", objections)));
          }
        });
    return lines;
  }

  /** The node that the pod is on, empty when it is on none. */
  public String node() {
    return object == null ? "" : RestInvariants.nodeName(object);
  }

  /** The node that the pod is nominated to, empty for none. */
  public String nominatedNode() {
    String node = object == null ? null : object.getStatus().getNominatedNodeName();
    return node == null ? "" : node;
  }

  /** Why the pod is not scheduled, in the words of its condition; empty when there are none. */
  public String message() {
    if (object != null) {
      for (PodCondition condition : object.getStatus().getConditions()) {
        if (condition.getType().equals("PodScheduled") && condition.getMessage() != null) {
          return condition.getMessage();
        }
      }
    }
    return "";
  }

  Sight withStory(String told) {
    return new Sight(order, object, waiting, removed, verdicts, told);
  }

  /** The state of the pod in one line. */
  String summary() {
    if (object == null) {
      return "is not there";
    }
    if (!node().isEmpty()) {
      return "is on " + node();
    }
    StringBuilder text = new StringBuilder("has no node");
    if (waiting != null) {
      text.append(", waits as ").append(waiting.place()).append(" after ").append(waiting.attempts()).append(" attempts");
      if (!waiting.rejectedBy().isEmpty()) {
        text.append(", rejected by ").append(String.join(", ", waiting.rejectedBy()));
      }
    } else {
      text.append(" and does not wait");
    }
    if (!nominatedNode().isEmpty()) {
      text.append(", is nominated to ").append(nominatedNode());
    }
    return text + (message().isEmpty() ? "" : ": " + message());
  }
}
