package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.ClaimUsers;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.NodeScoreList;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominatingInfo;
import io.berth.framework.NominationExtensions;
import io.berth.framework.NominationLoss;
import io.berth.framework.PluginFactory;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.ReservePlugin;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.ScorePlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.devices.DeviceTotals;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Gives pods the devices that they claim.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, v1.37.2.
 */
public final class DynamicResources
    implements PreEnqueuePlugin,
        EnqueueExtensions,
        PreFilterPlugin,
        FilterPlugin,
        PostFilterPlugin,
        PreScorePlugin,
        ScorePlugin,
        ScoreExtensions,
        ReservePlugin,
        PreBindPlugin,
        NominationExtensions {
  /** The plugin's name. */
  public static final String NAME = "DynamicResources";

  /** The plugin's weight in the default profile. */
  public static final int WEIGHT = 2;

  private static final Status NO_STATE = Status.error("not found").withPlugin(NAME);

  private final FeatureGates gates;
  private final @Nullable Parts parts;

  /** What the plugin is made of while its gate is on. */
  private record Parts(
      DeviceManager manager,
      PodClaims podClaims,
      ClaimHints hints,
      ClaimPreFilter preFilter,
      ClaimFilter filter,
      FilterSignatures signatures,
      ClaimPostFilter postFilter,
      ClaimReserve reserve,
      ClaimPreBind preBind,
      @Nullable ClaimPreemption preemption) {

    static Parts of(Handle handle, DynamicResourcesArgs args) {
      FeatureGates gates = handle.featureGates();
      DeviceManager manager = DeviceManager.of(handle);
      ClaimTracker claims = manager.claims();
      PodClaims podClaims = new PodClaims(claims);
      ClaimWrites writes = new ClaimWrites(handle);
      ExtendedResources extendedResources = SpecialClaims.of(handle, claims, writes);
      boolean conditions = DynamicResourcesArgs.hasBindingConditions(gates);
      BindingConditions binding = conditions ? new BindingConditions(args.effectiveBindingTimeout()) : null;
      BindingWaits waits = binding == null ? null : new BindingWaits(handle, claims, binding);
      if (waits != null) {
        claims.addListener(waits);
      }
      Reservations reservations = new Reservations(writes, claims);
      ClaimPreFilter.Options options =
          new ClaimPreFilter.Options(
              args.effectiveFilterTimeout(gates), gates.enabled(FeatureGates.DRA_PRIORITIZED_LIST), binding);
      ClaimPreemption preemption =
          gates.enabled(FeatureGates.DRA_PREEMPTION)
              ? new ClaimPreemption(handle, manager, new ClaimReturns(handle, manager, reservations))
              : null;
      ClaimBinder binder = new ClaimBinder(writes, claims, handle.timers(), conditions);
      return new Parts(
          manager,
          podClaims,
          new ClaimHints(podClaims, users(handle), manager.nominations(), preemption != null),
          new ClaimPreFilter(manager, podClaims, extendedResources, handle.timers(), options),
          new ClaimFilter(manager.allocator(), extendedResources, preemption),
          new FilterSignatures(manager, handle),
          new ClaimPostFilter(writes, extendedResources),
          new ClaimReserve(claims, reservations, extendedResources, handle.events()),
          new ClaimPreBind(
              handle, claims, new ClaimPreBind.Writers(binder, reservations), extendedResources, waits),
          preemption);
    }

    /** Who names which claim is only kept for pre-hints. */
    private static @Nullable ClaimUsers users(Handle handle) {
      if (!handle.featureGates().enabled(FeatureGates.SCHEDULER_PRE_QUEUEING_HINTS)) {
        return null;
      }
      ClaimUsers users = new ClaimUsers();
      handle.informer(ResourceKind.PODS).addHandler(users);
      return users;
    }
  }

  private DynamicResources(Handle handle, DynamicResourcesArgs args) {
    gates = handle.featureGates();
    parts =
        gates.enabled(FeatureGates.DYNAMIC_RESOURCE_ALLOCATION)
            ? Parts.of(handle, args.checked(gates))
            : null;
  }

  /**
   * Makes the plugin with these arguments.
   *
   * @throws io.berth.framework.config.InvalidArgsException when the plugin is made, if the gates do not allow the arguments
   */
  public static PluginFactory factory(DynamicResourcesArgs args) {
    return handle -> new DynamicResources(handle, args);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    if (parts == null) {
      return Set.of();
    }
    Set<ResourceKind<?>> kinds = new LinkedHashSet<>();
    kinds.add(ResourceKind.RESOURCE_CLAIMS);
    kinds.add(ResourceKind.RESOURCE_SLICES);
    kinds.add(ResourceKind.DEVICE_CLASSES);
    if (SliceFeed.hasTaintRules(gates)) {
      kinds.add(ResourceKind.DEVICE_TAINT_RULES);
    }
    return kinds;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    if (parts == null) {
      return List.of();
    }
    ActionType addOrUpdate = ActionType.ADD.or(ActionType.UPDATE);
    List<ClusterEventWithHint<?>> events = new ArrayList<>(List.of(
        // Devices may depend on the labels of nodes.
        ClusterEventWithHint.of(
            EventResource.NODE,
            ActionType.ADD.or(ActionType.UPDATE_NODE_LABEL).or(ActionType.UPDATE_NODE_ALLOCATABLE)),
        new ClusterEventWithHint<>(
            ClusterEvent.of(ResourceKind.RESOURCE_CLAIMS.events(), addOrUpdate.or(ActionType.DELETE)),
            parts.hints::afterClaimChange,
            parts.hints::beforeClaimChange),
        ClusterEventWithHint.of(
            EventResource.TARGET_POD,
            ActionType.UPDATE_POD_GENERATED_RESOURCE_CLAIM,
            parts.hints::afterTargetPodUpdate),
        ClusterEventWithHint.of(ResourceKind.DEVICE_CLASSES.events(), addOrUpdate),
        ClusterEventWithHint.of(ResourceKind.RESOURCE_SLICES.events(), addOrUpdate)));
    if (parts.preemption != null) {
      events.add(ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.DELETE, parts.hints::afterPodDelete));
    }
    return events;
  }

  @Override
  public Status preEnqueue(PodInfo pod) {
    return parts != null && parts.podClaims.of(pod.pod()) instanceof PodClaims.Lookup.Missing missing
        ? ClaimFilter.unresolvable(missing.reason())
        : Status.SUCCESS;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    if (parts == null) {
      return PreFilterDecision.SKIP;
    }
    ClaimPreFilter.Outcome outcome = parts.preFilter.look(pod);
    state.write(ClaimsState.KEY, outcome.state());
    if (outcome.state().specialIndex() >= 0) {
      state.write(DeviceTotals.KEY, parts.manager.totals());
    }
    if (outcome.rejection() != null) {
      return PreFilterDecision.reject(outcome.rejection());
    }
    return outcome.state().isEmpty() ? PreFilterDecision.SKIP : PreFilterDecision.ALL_NODES;
  }

  @Override
  public @Nullable PreFilterExtensions preFilterExtensions() {
    return parts == null ? null : parts.preemption;
  }

  @Override
  public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
    if (parts == null) {
      return Status.SUCCESS;
    }
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (claims == null) {
      return NO_STATE;
    }
    return claims.isEmpty() ? Status.SUCCESS : parts.filter.filter(claims, pod, node);
  }

  @Override
  public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    return parts == null || claims == null ? null : parts.signatures.of(claims, pod);
  }

  @Override
  public CompletionStage<PostFilterResult> postFilter(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
    if (parts == null) {
      return CompletableFuture.completedFuture(PostFilterResult.unschedulable());
    }
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (claims == null) {
      return CompletableFuture.completedFuture(new PostFilterResult(NO_STATE, NominatingInfo.NOOP));
    }
    return parts.postFilter.giveUp(claims, pod);
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    boolean matters =
        parts != null
            && gates.enabled(FeatureGates.DRA_PRIORITIZED_LIST)
            && claims != null
            && PrioritizedScore.matters(claims);
    return matters ? Status.SUCCESS : Status.SKIP;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    NodeAllocation found = claims == null ? null : claims.onNode(node.name());
    return claims == null || found == null ? 0 : PrioritizedScore.score(claims, found);
  }

  @Override
  public ScoreExtensions scoreExtensions() {
    return this;
  }

  @Override
  public Status normalizeScore(CycleState state, PodInfo pod, NodeScoreList scores) {
    ScoreExtensions.defaultNormalizeScore(MAX_NODE_SCORE, false, scores);
    return Status.SUCCESS;
  }

  @Override
  public Status reserve(CycleState state, PodInfo pod, String nodeName) {
    if (parts == null) {
      return Status.SUCCESS;
    }
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (claims == null) {
      return NO_STATE;
    }
    Status status = parts.reserve.reserve(claims, pod, nodeName);
    if (parts.preemption != null && status.isSuccess()) {
      parts.preemption.reserved(pod);
    }
    return status;
  }

  @Override
  public void unreserve(CycleState state, PodInfo pod, String nodeName) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (parts != null && claims != null) {
      ClaimPreemption preemption = parts.preemption;
      parts.reserve.unreserve(claims, pod, claim -> preemption != null && preemption.givesUp(pod, nodeName, claim, claims.isTakenBack()));
    }
    if (parts != null && parts.preemption != null) {
      parts.preemption.unreserved(pod);
    }
  }

  @Override
  public PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
    ClaimsState claims = state.find(ClaimsState.KEY);
    if (parts != null && claims == null) {
      return new PreFlightDecision.Fail(NO_STATE);
    }
    return claims == null || claims.isEmpty() ? new PreFlightDecision.Skip(true) : new PreFlightDecision.Run(true);
  }

  @Override
  public CompletionStage<Status> preBind(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
    if (parts == null) {
      return CompletableFuture.completedFuture(Status.SUCCESS);
    }
    ClaimsState claims = state.find(ClaimsState.KEY);
    return claims == null
        ? CompletableFuture.completedFuture(NO_STATE)
        : parts.preBind.bind(claims, pod, nodeName, cancellation);
  }

  @Override
  public void addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
    if (parts != null && parts.preemption != null) {
      parts.preemption.nominate(state, pod, nodeName, victims);
    }
  }

  @Override
  public void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {
    if (parts != null && parts.preemption != null) {
      parts.preemption.lose(pod, nodeName, loss);
    }
  }

  @Override
  public PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName) {
    return parts == null || parts.preemption == null
        ? PreemptionEligibility.ELIGIBLE
        : parts.preemption.eligible(pod, nodeName);
  }

  @Override
  public void victimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
    if (parts != null && parts.preemption != null) {
      parts.preemption.spare(pod, nodeName, spared);
    }
  }
}
