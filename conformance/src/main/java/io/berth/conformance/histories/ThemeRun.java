package io.berth.conformance.histories;

import io.berth.framework.Profile;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.berth.scheduler.SchedulerOptions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a theme adds to one run of a history. All methods are called on the thread that runs the world. */
public interface ThemeRun {
  /** Adds plugins to the profile, which starts as the default one. Called once, before {@link #begin}. */
  default void enable(Profile.Builder profile) {}

  /** Changes the scheduler's options: feature gates. Called once, before {@link #begin}. */
  default void choose(SchedulerOptions.Builder options) {}

  /** The world is there, and nothing in it: adds observers and controllers, see {@link World#portsFor}. */
  default void begin(World world) {}

  /** From now on nothing goes wrong until nothing happens any more: controllers that were stopped start. */
  default void rest(World world) {}

  /**
   * Why a pod does not fit on a node, whatever else is there, by an evaluation that shares no code with the plugins; {@code null} when it
   * does. With each decision, each explanation, and for each pod that waits in the end.
   *
   * @param seen what is known of the cluster
   * @param beside nominated pods that count as if they were on the node; asked again without them
   */
  default @Nullable String objection(Seen seen, Pod pod, Node node, List<PodInfo> beside) {
    return null;
  }

  /**
   * Whether a pod that was rejected by the plugin may be tried again because of this change.
   *
   * @param told what the scheduler was told last; {@code null} for something that nobody told it
   */
  default boolean mayWake(String plugin, PodInfo pod, KnownCluster.@Nullable Told told) {
    return false;
  }
}
