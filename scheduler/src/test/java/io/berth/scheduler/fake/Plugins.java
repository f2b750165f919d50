package io.berth.scheduler.fake;

import io.berth.framework.BindPlugin;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PermitDecision;
import io.berth.framework.PermitPlugin;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.Profile;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.QueuedPodInfo;
import io.berth.framework.ReservePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Plugins made of a name and a function. */
public final class Plugins {
  private Plugins() {}

  /** A plugin with a name. What it rejects is retried when a node changes or a pod leaves one. */
  private abstract static class Named implements EnqueueExtensions {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<ClusterEventWithHint<?>> eventsToRegister() {
      return List.of(
          ClusterEventWithHint.of(EventResource.NODE, ActionType.ALL),
          ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.DELETE));
    }
  }

  /** A profile that can order the queue and bind, and nothing else. */
  public static Profile.Builder profile(String schedulerName) {
    return Profile.builder(schedulerName).enable("Sort", handle -> new Sort()).enable("Binder", Binder::new);
  }

  /** Higher priority first, then first come. */
  private record Sort() implements QueueSortPlugin {
    @Override
    public String name() {
      return "Sort";
    }

    @Override
    public boolean less(QueuedPodInfo a, QueuedPodInfo b) {
      return a.pod().priority() != b.pod().priority()
          ? a.pod().priority() > b.pod().priority()
          : a.timestamp().isBefore(b.timestamp());
    }
  }

  /** Binds through the cluster. */
  private record Binder(Handle handle) implements BindPlugin {
    @Override
    public String name() {
      return "Binder";
    }

    @Override
    public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
      return handle
          .writes()
          .bind(ObjectRef.of(ResourceKind.PODS, pod.pod()), nodeName)
          .thenApply(outcome -> outcome.isDone() ? Status.SUCCESS : Status.error(outcome.describe()));
    }
  }

  /** A PreFilter plugin. */
  public static PreFilterPlugin preFilter(String name, Function<PodInfo, PreFilterDecision> decision) {
    final class Made extends Named implements PreFilterPlugin {
      Made() {
        super(name);
      }

      @Override
      public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        return decision.apply(pod);
      }
    }
    return new Made();
  }

  /** A Filter plugin. */
  public static FilterPlugin filter(String name, BiFunction<PodInfo, NodeInfo, Status> verdict) {
    final class Made extends Named implements FilterPlugin {
      Made() {
        super(name);
      }

      @Override
      public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return verdict.apply(pod, node);
      }
    }
    return new Made();
  }

  /** A Filter plugin that turns down pods for which there is not enough CPU. */
  public static FilterPlugin cpuFilter(String name) {
    return filter(
        name,
        (pod, node) ->
            pod.resources()
                    .incoming()
                    .fits(ResourceName.CPU, node.allocatable(), node.requested())
                ? Status.SUCCESS
                : Status.unschedulable("Insufficient cpu"));
  }

  /** A PostFilter plugin. */
  public static PostFilterPlugin postFilter(
      String name, BiFunction<PodInfo, Cancellation, CompletionStage<PostFilterResult>> function) {
    final class Made extends Named implements PostFilterPlugin {
      Made() {
        super(name);
      }

      @Override
      public CompletionStage<PostFilterResult> postFilter(
          CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
        return function.apply(pod, cancellation);
      }
    }
    return new Made();
  }

  /** A PreScore plugin. */
  public static PreScorePlugin preScore(String name, Function<PodInfo, Status> function) {
    final class Made extends Named implements PreScorePlugin {
      Made() {
        super(name);
      }

      @Override
      public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
        return function.apply(pod);
      }
    }
    return new Made();
  }

  /** A Score plugin whose scores are from 0 to 100. */
  public static ScorePlugin score(String name, ToLongFunction<NodeInfo> score) {
    return score(name, score, null);
  }

  /** A Score plugin. */
  public static ScorePlugin score(String name, ToLongFunction<NodeInfo> score, @Nullable ScoreExtensions extensions) {
    final class Made extends Named implements ScorePlugin {
      Made() {
        super(name);
      }

      @Override
      public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return score.applyAsLong(node);
      }

      @Override
      public @Nullable ScoreExtensions scoreExtensions() {
        return extensions;
      }
    }
    return new Made();
  }

  /** A Reserve plugin that writes its calls down. */
  public static ReservePlugin reserve(String name, List<String> calls, Function<PodInfo, Status> status) {
    final class Made extends Named implements ReservePlugin {
      Made() {
        super(name);
      }

      @Override
      public Status reserve(CycleState state, PodInfo pod, String nodeName) {
        calls.add("reserve " + name);
        return status.apply(pod);
      }

      @Override
      public void unreserve(CycleState state, PodInfo pod, String nodeName) {
        calls.add("unreserve " + name);
      }
    }
    return new Made();
  }

  /** A Permit plugin. */
  public static PermitPlugin permit(String name, Function<PodInfo, PermitDecision> decision) {
    final class Made extends Named implements PermitPlugin {
      Made() {
        super(name);
      }

      @Override
      public PermitDecision permit(CycleState state, PodInfo pod, String nodeName) {
        return decision.apply(pod);
      }
    }
    return new Made();
  }

  /** A PreBind plugin. */
  public static PreBindPlugin preBind(
      String name, PreFlightDecision preFlight, BiFunction<PodInfo, Cancellation, CompletionStage<Status>> function) {
    final class Made extends Named implements PreBindPlugin {
      Made() {
        super(name);
      }

      @Override
      public PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
        return preFlight;
      }

      @Override
      public CompletionStage<Status> preBind(
          CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
        return function.apply(pod, cancellation);
      }
    }
    return new Made();
  }

  /** A stage that is complete. */
  public static <T> CompletionStage<T> now(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
