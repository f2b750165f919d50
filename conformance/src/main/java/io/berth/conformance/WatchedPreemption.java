package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Handle;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import io.berth.preemption.Candidate;
import io.berth.preemption.DefaultPreemption;
import io.berth.preemption.DefaultPreemptionArgs;
import io.berth.preemption.PreemptionRules;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** DefaultPreemption with every node as a possible candidate, and a view of what it was given and what it decided for one pod. */
final class WatchedPreemption {

  /** Every node may become a candidate, as the cases have it. */
  static final DefaultPreemptionArgs ALL_NODES = new DefaultPreemptionArgs(100, 100);

  private final String preemptor;
  private final Map<String, Status> statuses = new TreeMap<>();
  private final Map<String, Candidate> candidates = new TreeMap<>();
  private final Map<String, Status> rejected = new TreeMap<>();
  private @Nullable PostFilterResult result;

  /** Watches the cycle of the pod of this {@code namespace/name}; other pods have none. */
  WatchedPreemption(String preemptor) {
    this.preemptor = preemptor;
  }

  /** The default profile with this plugin in the place of DefaultPreemption. */
  Profile profile() {
    return DefaultProfile.builder(Profile.DEFAULT_SCHEDULER_NAME).enable(DefaultPreemption.NAME, this::create).build();
  }

  private Watched create(Handle handle) {
    var plugin =
        DefaultPreemption.factory(ALL_NODES, PreemptionRules.UPSTREAM, (pod, found, others, chosen) -> {
          found.forEach(candidate -> candidates.put(candidate.node(), candidate));
          rejected.putAll(others);
        }).create(handle);
    return new Watched(handle, (DefaultPreemption) plugin);
  }

  /** Every node's status in the cycle that failed. */
  Map<String, Status> statuses() {
    return statuses;
  }

  Map<String, Candidate> candidates() {
    return candidates;
  }

  Map<String, Status> rejected() {
    return rejected;
  }

  /** What the plugin returned; {@code null} when it was not asked. */
  @Nullable PostFilterResult result() {
    return result;
  }

  private final class Watched implements PostFilterPlugin, PreEnqueuePlugin, EnqueueExtensions {
    private final Handle handle;
    private final DefaultPreemption plugin;

    Watched(Handle handle, DefaultPreemption plugin) {
      this.handle = handle;
      this.plugin = plugin;
    }

    @Override
    public String name() {
      return plugin.name();
    }

    @Override
    public Set<ResourceKind<?>> reads() {
      return plugin.reads();
    }

    @Override
    public List<ClusterEventWithHint<?>> eventsToRegister() {
      return plugin.eventsToRegister();
    }

    @Override
    public Status preEnqueue(PodInfo pod) {
      return pod.key().equals(preemptor) ? plugin.preEnqueue(pod) : Status.unresolvable("only the preemptor has a cycle");
    }

    @Override
    public CompletionStage<PostFilterResult> postFilter(
        CycleState state, PodInfo pod, NodeToStatus nodes, Cancellation cancellation) {
      handle.snapshot().nodes().forEach(node -> statuses.put(node.name(), nodes.get(node.name())));
      return plugin.postFilter(state, pod, nodes, cancellation)
          .thenApply(
              answer -> {
                result = answer;
                return answer;
              });
    }
  }
}
