package io.berth.scheduler.internal.runtime;

import io.berth.framework.Cancellation;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.NodeToStatus;
import io.berth.framework.NominationLoss;
import io.berth.framework.PluginFailedException;
import io.berth.framework.PluginsRunner;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Profile;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one profile's plugins, extension point by extension point. For the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go, v1.37.2.
 */
public final class ProfileRunner implements PluginsRunner {
  private final Profile profile;
  private final ProfilePlugins plugins;
  private final WaitingPods waitingPods;
  private final Meter meter;
  private final PreFilterRunner preFilter;
  private final PreFilterExtensionsRunner extensions;
  private final FilterRunner filter;
  private final PostFilterRunner postFilter;
  private final PreScoreRunner preScore;
  private final ScoreRunner score;
  private final ReserveRunner reserve;
  private final PermitRunner permit;
  private final PreBindRunner preBind;
  private final BindRunner bind;
  private final NominationRunner nomination;

  /** Makes the runner of a profile whose plugins are there. */
  public ProfileRunner(Profile profile, ProfilePlugins plugins, RunnerServices services) {
    this.profile = profile;
    this.plugins = plugins;
    this.waitingPods = services.waitingPods();
    this.meter = new Meter(services.metrics(), services.timers(), profile.schedulerName());
    this.preFilter = new PreFilterRunner(plugins.preFilter, meter);
    this.extensions = new PreFilterExtensionsRunner(plugins.preFilter, meter);
    this.filter = new FilterRunner(plugins.filter, extensions, services.nominator(), meter);
    this.postFilter = new PostFilterRunner(plugins.postFilter, services.thread(), meter);
    this.preScore = new PreScoreRunner(plugins.preScore, meter);
    this.score = new ScoreRunner(plugins.score, plugins.scoreWeights, meter);
    this.reserve = new ReserveRunner(plugins.reserve, meter);
    this.permit = new PermitRunner(plugins.permit, meter);
    this.preBind = new PreBindRunner(plugins.preBind, services.thread(), meter);
    this.nomination = new NominationRunner(plugins.nominationExtensions());
    this.bind = new BindRunner(plugins.bind, plugins.postBind, services.thread(), meter);
  }

  /** A runner of the same plugins that measures by other means, or not at all. */
  public ProfileRunner quiet(RunnerServices services) {
    return new ProfileRunner(profile, plugins, services);
  }

  /** The profile's name. */
  public String name() {
    return profile.schedulerName();
  }

  /** The profile's share of nodes to score, or {@code null} for the scheduler's. */
  public @Nullable Integer percentageOfNodesToScore() {
    return profile.percentageOfNodesToScore();
  }

  /** The plugins. */
  public ProfilePlugins plugins() {
    return plugins;
  }

  /** Whether there is a Filter plugin. */
  public boolean hasFilterPlugins() {
    return filter.hasPlugins();
  }

  /** Whether there is a PostFilter plugin. */
  public boolean hasPostFilterPlugins() {
    return postFilter.hasPlugins();
  }

  /** Whether there is a Score plugin. */
  public boolean hasScorePlugins() {
    return score.hasPlugins();
  }

  /** All PreFilter plugins. */
  public PreFilterOutcome runPreFilterPlugins(CycleState state, PodInfo pod, Snapshot snapshot) {
    return preFilter.run(state, pod, snapshot);
  }

  /** The Filter plugins, prepared for one pod. */
  public NodeFilter nodeFilter(CycleState state, PodInfo pod) {
    return new NodeFilter(filter, state, pod);
  }

  @Override
  public Status runFilterPlugins(CycleState state, PodInfo pod, NodeInfo node) {
    return filter.run(filter.select(state), state, pod, node);
  }

  @Override
  public Status runFilterPluginsWithNominatedPods(CycleState state, PodInfo pod, NodeInfo node) {
    return filter.runWithNominatedPods(filter.select(state), state, pod, node, false);
  }

  @Override
  public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
    return filter.signature(state, pod);
  }

  /** The Filter plugins of a cycle have been run on all nodes: measures the time, and tells how often each was called. */
  public void filtered(Code code, long start) {
    meter.point(ExtensionPoint.FILTER, code, start);
    filter.reportEvaluations();
  }

  /** A reading for {@link #filtered}. */
  public long startFilter() {
    return meter.start();
  }

  @Override
  public Status runPreFilterExtensionAddPod(CycleState state, PodInfo podToSchedule, PodInfo added, NodeInfo node) {
    return extensions.addPod(state, podToSchedule, added, node);
  }

  @Override
  public Status runPreFilterExtensionRemovePod(CycleState state, PodInfo podToSchedule, PodInfo removed, NodeInfo node) {
    return extensions.removePod(state, podToSchedule, removed, node);
  }

  /** All PostFilter plugins; the callback comes on the scheduler's thread, maybe before this returns. */
  public void runPostFilterPlugins(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation, Consumer<PostFilterResult> callback) {
    postFilter.run(state, pod, statuses, cancellation, callback);
  }

  @Override
  public Status runPreScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    return preScore.run(state, pod, nodes);
  }

  @Override
  public long[] runScorePlugins(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    NodeScores scores = score.run(state, pod, nodes, false);
    if (!scores.status().isSuccess()) {
      throw new PluginFailedException(scores.status());
    }
    return Arrays.copyOf(scores.total(), nodes.size());
  }

  /** All Score plugins; the arrays are valid until the next call. */
  public NodeScores score(CycleState state, PodInfo pod, List<NodeInfo> nodes, boolean keepRaw) {
    return score.run(state, pod, nodes, keepRaw);
  }

  /** The names of the Score plugins, in order. */
  public List<String> scorePluginNames() {
    return List.of(score.names());
  }

  /** The weight of the i-th Score plugin. */
  public long scoreWeight(int plugin) {
    return score.weight(plugin);
  }

  @Override
  public Status runReservePluginsReserve(CycleState state, PodInfo pod, String nodeName) {
    return reserve.reserve(state, pod, nodeName);
  }

  @Override
  public void runReservePluginsUnreserve(CycleState state, PodInfo pod, String nodeName) {
    reserve.unreserve(state, pod, nodeName);
  }

  @Override
  public Status runNominationExtensionsAddNominatedPod(
      CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
    return nomination.addNominatedPod(state, pod, nodeName, victims);
  }

  @Override
  public PreemptionEligibility runNominationExtensionsPodEligibleToPreempt(PodInfo pod, String nodeName) {
    return nomination.podEligibleToPreempt(pod, nodeName);
  }

  @Override
  public void runNominationExtensionsVictimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
    nomination.victimsSpared(pod, nodeName, spared);
  }

  /** A nomination is lost; all that hold something for it let go. */
  public void runNominationExtensionsRemoveNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {
    nomination.removeNominatedPod(pod, nodeName, loss);
  }

  /** All Permit plugins. */
  public PermitOutcome runPermitPlugins(CycleState state, PodInfo pod, String nodeName) {
    return permit.run(state, pod, nodeName);
  }

  /**
   * Makes the pod wait.
   *
   * @param decided called once, in a task of its own
   */
  public void waitOnPermit(PodInfo pod, Map<String, Duration> waits, Consumer<Status> decided) {
    long start = meter.start();
    waitingPods.add(
        pod,
        waits,
        status -> {
          meter.permitWait(status.code(), start);
          decided.accept(
              status.isSuccess() || status.isRejected()
                  ? status
                  : PluginFailure.wrap("waiting on permit for pod", status, status.plugin()));
        });
  }

  /** Asks PreBind plugins whether they have work to do. */
  public PreBindOutcome runPreBindPreFlights(CycleState state, PodInfo pod, String nodeName) {
    return preBind.preFlight(state, pod, nodeName);
  }

  /** The PreBind plugins that have work to do; the callback comes on the scheduler's thread, maybe before this returns. */
  public void runPreBindPlugins(BindingCall call, PreBindOutcome preFlight, Consumer<Status> callback) {
    preBind.run(call, preFlight, callback);
  }

  /** The Bind plugins up to one that does not skip; the callback comes on the scheduler's thread, maybe before this returns. */
  public void runBindPlugins(CycleState state, PodInfo pod, String nodeName, Consumer<Status> callback) {
    bind.bind(state, pod, nodeName, callback);
  }

  /** All PostBind plugins. */
  public void runPostBindPlugins(CycleState state, PodInfo pod, String nodeName) {
    bind.postBind(state, pod, nodeName);
  }
}
