package io.berth.plugins.noderesources;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns down nodes that lack room for what the pod requests, and ranks the others by how much is in use.
 *
 * <p>A request that exceeds what the whole node has makes the rejection unresolvable: no preemption can help. An extended resource
 * for which a device class stands is not looked at on nodes that have none of it: the plugin for devices answers for it there.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/fit.go, v1.37.2.
 */
public final class NodeResourcesFit
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "NodeResourcesFit";

  private static final StateKey<FitRequest> PRE_FILTER = StateKey.of("PreFilter" + NAME);
  private static final StateKey<ScoredRequest> PRE_SCORE = StateKey.of("PreScore" + NAME);

  private final FitRequests requests;
  private final AllocationScorer scorer;
  private final FitHints hints;
  private final boolean inPlaceVerticalScaling;
  private final boolean extendedResourcesByDevices;

  /** Made by the profile's factory. */
  public NodeResourcesFit(Handle handle, NodeResourcesFitArgs args) {
    DeviceClassResolver classes = DeviceClassResolver.of(handle);
    requests = new FitRequests(args.ignoredResources(), args.ignoredResourceGroups(), classes);
    scorer = AllocationScorer.of(args.scoringStrategy(), classes);
    hints = new FitHints(classes);
    extendedResourcesByDevices = classes != DeviceClassResolver.NONE;
    inPlaceVerticalScaling = handle.featureGates().enabled(FeatureGates.IN_PLACE_POD_VERTICAL_SCALING);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return extendedResourcesByDevices ? Set.of(ResourceKind.DEVICE_CLASSES) : Set.of();
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    state.write(PRE_FILTER, requests.of(pod.resources().incoming()));
    return PreFilterDecision.ALL_NODES;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    return state.read(PRE_FILTER).check(node);
  }

  @Override
  public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    return state.read(PRE_FILTER).signature();
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    state.write(PRE_SCORE, scorer.request(state, pod));
    return Status.SUCCESS;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ScoredRequest request = state.find(PRE_SCORE);
    return scorer.score(request != null ? request : scorer.request(state, pod), node);
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    List<ClusterEventWithHint<?>> events = new ArrayList<>();
    events.add(
        ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.DELETE, FitHints::afterPodDeleted));
    events.add(
        ClusterEventWithHint.of(
            EventResource.NODE, ActionType.ADD.or(ActionType.UPDATE_NODE_ALLOCATABLE), hints::afterNodeChange));
    if (extendedResourcesByDevices) {
      events.add(
          ClusterEventWithHint.of(
              ResourceKind.DEVICE_CLASSES.events(), ActionType.ADD.or(ActionType.UPDATE), FitHints::afterDeviceClass));
    }
    if (inPlaceVerticalScaling) {
      events.add(
          ClusterEventWithHint.of(
              EventResource.ASSIGNED_POD, ActionType.UPDATE_POD_SCALE_DOWN, FitHints::afterPodScaledDown));
      events.add(
          ClusterEventWithHint.of(
              EventResource.TARGET_POD, ActionType.UPDATE_POD_SCALE_DOWN, FitHints::afterOwnScaleDown));
    }
    return events;
  }
}
