package io.berth.framework;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the profile's plugins for a plugin that simulates.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PluginsRunner {
  /** All Filter plugins in order, up to the first that objects. */
  Status runFilterPlugins(CycleState state, PodInfo pod, NodeInfo node);

  /** As above, first with the nominated pods of equal or higher priority on the node, then without, where both matter. */
  Status runFilterPluginsWithNominatedPods(CycleState state, PodInfo pod, NodeInfo node);

  /**
   * What the Filter plugins' answers in this cycle depend on beside the node and what {@link Handle#nodeChanges} is told of, all
   * of them taken together.
   *
   * @return an object that is compared by {@code equals}; {@code null} if one of the plugins does not say
   * @see FilterPlugin#filterSignature
   */
  default @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    return null;
  }

  /** All PreFilterExtensions' addPod, up to the first that fails. */
  Status runPreFilterExtensionAddPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node);

  /** All PreFilterExtensions' removePod, up to the first that fails. */
  Status runPreFilterExtensionRemovePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node);

  /** All PreScore plugins, up to the first that fails. */
  Status runPreScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes);

  /**
   * All Score plugins with normalisation and weights.
   *
   * @return the total score of each node, in the order of the nodes
   * @throws PluginFailedException when a plugin fails
   */
  long[] runScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes);

  /** All Reserve plugins, up to the first that fails. */
  Status runReservePluginsReserve(CycleState state, PodInfo pod, String nodeName);

  /** All Reserve plugins' unreserve, in reverse order. */
  void runReservePluginsUnreserve(CycleState state, PodInfo pod, String nodeName);

  /**
   * Tells all {@link NominationExtensions} that preemption has chosen a node for the pod.
   *
   * @return success, or the error of the first that failed; the others have been told all the same
   */
  default Status runNominationExtensionsAddNominatedPod(
      CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
    return Status.SUCCESS;
  }

  /** Asks all {@link NominationExtensions}, up to the first that says no; one that fails says no. */
  default PreemptionEligibility runNominationExtensionsPodEligibleToPreempt(PodInfo pod, String nodeName) {
    return PreemptionEligibility.ELIGIBLE;
  }

  /** Tells all {@link NominationExtensions} which victims of the pod's preemption stay after all. */
  default void runNominationExtensionsVictimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {}
}
