package io.berth.conformance.histories;

import io.berth.framework.FeatureGates;
import io.berth.framework.Profile;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scheduler.SchedulerOptions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a theme adds to one run of a history. All methods are called on the thread that runs the world. */
public interface ThemeRun {
  /** Adds plugins to the profile, which starts as the default one. Called once, before {@link #begin}. */
  default void enable(Profile.Builder profile) {}

  /** Changes the scheduler's options. Called once, before {@link #begin}. */
  default void choose(SchedulerOptions.Builder options) {}

  /** The world is there, and nothing in it: adds observers and controllers, see {@link World#portsFor}. */
  default void begin(World world) {}

  /** From now on nothing goes wrong until nothing happens any more: controllers that were stopped start. */
  default void rest(World world) {}

  /**
   * What a theme is asked about a pod and a node.
   *
   * @param seen what is known of the cluster
   * @param beside nominated pods that count as if they were on the node; asked again without them
   * @param gone the UIDs of pods that count as if they had left the node
   * @param surely whether the answer counts that the pod fits; where more than one answer is right, it is that it does not
   */
  record Question(Seen seen, Pod pod, Node node, List<PodInfo> beside, Set<String> gone, boolean surely) {
    /** Copies what it is given. */
    public Question {
      beside = List.copyOf(beside);
      gone = Set.copyOf(gone);
    }
  }

  /**
   * Why a pod does not fit on a node, whatever else is there, by an evaluation that shares no code with the plugins; {@code null} when it
   * does. With each decision, each explanation, and for each pod that waits in the end.
   */
  default @Nullable String objection(Question question) {
    return null;
  }

  /** The resources that pods may ask for on this node though it has none of them, since the theme's plugins see to it. */
  default Set<String> given(Seen seen, Node node) {
    return Set.of();
  }

  /** The other themes of the history. Called first of all. */
  default void meet(List<ThemeRun> others) {}

  /** The scheduler's feature gates. */
  default FeatureGates gates(FeatureGates gates) {
    return gates;
  }

  /** No node was found for the pod, by what is known now. Called in the middle of the scheduler's task. */
  default void unfit(World world, PodInfo pod) {}

  /** A pod is about to be nominated to a node, and these pods are about to be evicted for it. Called in the middle of the scheduler's task. */
  default void preempts(World world, PodInfo preemptor, String node, List<PodInfo> victims) {}

  /**
   * Whether a pod that was rejected by the plugin may be tried again because of this change.
   *
   * @param told what the scheduler was told last; {@code null} for something that nobody told it
   */
  default boolean mayWake(String plugin, PodInfo pod, KnownCluster.@Nullable Told told) {
    return false;
  }
}
