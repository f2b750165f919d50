package io.berth.scenario;

import io.berth.framework.PodNominator;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.plugins.noderesources.NodeResourcesFit;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WatchInterceptor.WatchedChange;
import io.berth.simulator.faults.Faults;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory, its kubelets and one scheduler on one clock. Time stands still but for {@link #advance}, {@link #step} and
 * {@link #rest}; they run one event after the other, and look after each whether the invariants hold. The scheduler may crash and be
 * started anew; it then knows no more than what the cluster remembers.
 *
 * <p>Not thread-safe. The same calls in the same order make the same world.
 */
public final class World implements AutoCloseable {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long MOST_EVENTS_AT_ONCE = 100_000;
  private static final Duration NOTICED_AFTER = Duration.ofSeconds(1);

  private final WorldSettings settings;
  private final LongFunction<RandomGenerator> chance;
  private final VirtualTime time = VirtualTime.startingAt(START, MOST_EVENTS_AT_ONCE);
  private final Story story = new Story(time);
  private final FaultLog faultLog = new FaultLog(time, story);
  private final Faults faults = new Faults(faultLog);
  private final InMemoryCluster cluster;
  private final SimulatedKubelet kubelets;
  private final List<WorldObserver> observers = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final Set<String> unwritten = new HashSet<>();
  private @Nullable String brokenRule;
  private @Nullable SchedulerProcess process;
  private int starts;
  private boolean replacing;

  /** A world without a scheduler yet; the kubelets work. */
  public World(WorldSettings settings) {
    this(settings, SplittableRandom::new);
    observers.add(new KubeletInvariants());
    kubelets.start();
  }

  /** A world whose pods start and end as somebody else says. */
  static World withoutKubelets(WorldSettings settings, LongFunction<RandomGenerator> chance) {
    return new World(settings, chance);
  }

  private World(WorldSettings settings, LongFunction<RandomGenerator> chance) {
    this.settings = settings;
    this.chance = chance;
    this.cluster =
        InMemoryCluster.builder(time, time.executor()).writeInterceptor(faults).watchInterceptor(faults).build();
    this.kubelets =
        new SimulatedKubelet(portsFor(Component.KUBELETS), time, time.executor(), settings.kubelets());
    observers.add(new EngineInvariants());
    if (settings.profile().plugins().stream().anyMatch(plugin -> plugin.name().equals(NodeResourcesFit.NAME))) {
      observers.add(new Overcommitment());
    }
    observers.add(new BindingInvariants());
    observers.add(new NominationInvariants());
    observers.add(new RestInvariants());
  }

  /** The clock. */
  public VirtualTime time() {
    return time;
  }

  /** The cluster. */
  public InMemoryCluster cluster() {
    return cluster;
  }

  /** What goes wrong. */
  public Faults faults() {
    return faults;
  }

  /** The cluster as a component sees it: what is armed for its watches hits it. */
  public Cluster portsFor(Component component) {
    return new ComponentCluster(cluster, faultLog, component);
  }

  /** For {@link #faults}: picks the changes that the component is told. */
  public Predicate<WatchedChange> toldTo(Component component) {
    return change -> faultLog.isWatchOf(component, change);
  }

  /** How many requests have gone wrong so far because of what is armed. */
  public long requestsHit() {
    return faultLog.writes();
  }

  FaultLog faultLog() {
    return faultLog;
  }

  /** What has happened. */
  public Story story() {
    return story;
  }

  /** The kubelets of all nodes, which may be stopped and started. */
  public SimulatedKubelet kubelets() {
    return kubelets;
  }

  /** Adds somebody who looks on. */
  public void observe(WorldObserver observer) {
    observers.add(observer);
  }

  /** The scheduler that runs, or {@code null}. */
  public @Nullable Scheduler scheduler() {
    return process == null ? null : process.scheduler;
  }

  /** What the scheduler that runs knows; {@code null} when none does. */
  public @Nullable KnownCluster known() {
    return process == null ? null : process.known;
  }

  /** Starts a scheduler; does nothing when one runs. */
  public void startScheduler() {
    if (process == null) {
      story.tell("scheduler starts");
      process = new SchedulerProcess(this, settings, chance.apply(settings.seed() + 31L * starts++));
      unwritten.clear();
      Scheduler scheduler = process.scheduler;
      observe(observer -> observer.schedulerStarted(this, scheduler));
      scheduler.start();
    }
  }

  /** The scheduler ends from one moment to the next, with everything that it knew. */
  public void crashScheduler() {
    if (process != null) {
      story.tell("scheduler crashes");
      process.crash();
      process = null;
    }
  }

  /** The scheduler is told to end, and another one is started at once. */
  public void replaceScheduler() {
    if (process != null) {
      story.tell("scheduler is closed");
      process.scheduler.close();
      process = null;
    }
    startScheduler();
  }

  /** A plugin of the scheduler wants the pod tried at once. */
  public void activate(Pod pod) {
    SchedulerProcess asked = process;
    if (asked != null) {
      PodInfo info = PodInfo.of(pod, EffectiveRequests.upstream());
      asked.scheduler.schedulingExecutor().execute(
          () -> {
            asked.handle().activator().activate(List.of(info));
            Optional<PendingPod> after = asked.scheduler.queue().pod(info.key());
            boolean rests =
                after.isPresent()
                    && after.get().pod().uid().equals(info.uid())
                    && (after.get().place() == PendingPod.Place.UNSCHEDULABLE || after.get().place() == PendingPod.Place.BACKOFF);
            check("activation", !rests, () -> "pod " + info.key() + " was activated and still rests");
          });
    }
  }

  /** Runs one event that is due until the instant; false when there is none. */
  public boolean step(Instant limit) {
    if (!time.stepUntil(limit)) {
      return false;
    }
    afterEvent();
    return true;
  }

  /** Runs up to so many events that are due now. */
  public void steps(int count) {
    for (int i = 0; i < count && step(time.now()); i++) {
      // one event after the other
    }
  }

  /** Lets the time pass and everything happen that is due within it. */
  public void advance(Duration duration) {
    Instant limit = time.now().plus(duration);
    while (step(limit)) {
      // one event after the other
    }
    time.runUntil(limit);
  }

  /**
   * Lets time pass, without faults, until nothing happens any more but that pods wait; then everything must fit together.
   *
   * @param atLeast so long in any case
   * @param atMost after this time the world is said not to come to rest
   */
  public void rest(Duration atLeast, Duration atMost) {
    faults.clear();
    kubelets.start();
    startScheduler();
    Instant limit = time.now().plus(atMost);
    advance(atLeast);
    while (!isQuiet() && step(limit)) {
      // until it is quiet
    }
    check("rest", isQuiet(), () -> "the world does not come to rest; pods wait as " + waiting());
    observe(observer -> observer.atRest(this));
    raise();
  }

  private boolean isQuiet() {
    Scheduler scheduler = scheduler();
    boolean somethingDue = time.nextEvent().map(next -> !next.isAfter(time.now())).orElse(false);
    boolean retries = cluster.list(ResourceKind.NODES).isEmpty();
    return scheduler != null
        && scheduler.isSynced()
        && !somethingDue
        && scheduler.queue().count(PendingPod.Place.ACTIVE) == 0
        && scheduler.queue().count(PendingPod.Place.IN_FLIGHT) == 0
        && (retries || scheduler.queue().count(PendingPod.Place.BACKOFF) == 0);
  }

  private List<String> waiting() {
    Scheduler scheduler = scheduler();
    return scheduler == null ? List.of() : scheduler.queue().pods().stream().map(pod -> pod.key() + " " + pod.place()).toList();
  }

  /** The seed of the scheduler's chance. */
  public long seed() {
    return settings.seed();
  }

  /** The names of the pods that the scheduler has evicted or deleted, in order. */
  public List<String> removed() {
    return List.copyOf(removed);
  }

  void removes(String podName) {
    removed.add(podName);
  }

  /** Whether the pod asks for the scheduler of this world. */
  public boolean isOurs(Pod pod) {
    return settings.profile().schedulerName().equals(pod.getSpec().getSchedulerName());
  }

  /** The pods that the scheduler has nominated, each with the node that it is nominated to. */
  public List<PodInfo> nominations() {
    List<PodInfo> all = new ArrayList<>();
    if (process != null && !process.handle().nominator().isEmpty()) {
      PodNominator nominator = process.handle().nominator();
      Set<String> names = new TreeSet<>();
      cluster.list(ResourceKind.NODES).forEach(node -> names.add(node.getMetadata().getName()));
      for (Pod pod : cluster.list(ResourceKind.PODS)) {
        names.add(String.valueOf(pod.getStatus().getNominatedNodeName()));
        names.add(String.valueOf(nominator.nominatedNode(pod.getMetadata().getUid()))); // which need not be there
      }
      for (String name : names) {
        nominator.nominatedPodsForNode(name).forEach(pod -> all.add(pod.withNodeName(name)));
      }
    }
    return all;
  }

  /** Says that something does not hold. The run ends after the event under way. */
  public void violated(String rule, String what) {
    if (brokenRule == null) {
      brokenRule = rule;
    }
    violations.add(what);
  }

  private void check(String rule, boolean holds, Supplier<String> what) {
    if (!holds) {
      violated(rule, what.get());
    }
  }

  /** A status of the pod was not written, so that the cluster's may differ from what the scheduler knows. */
  void unwritten(String podUid) {
    unwritten.add(podUid);
  }

  boolean isUnwritten(String podUid) {
    return unwritten.contains(podUid);
  }

  void observe(Consumer<WorldObserver> call) {
    observers.forEach(call);
  }

  private void afterEvent() {
    observe(observer -> observer.afterEvent(this));
    raise();
    Scheduler scheduler = scheduler();
    if (scheduler != null && !scheduler.healthy() && !replacing) {
      story.tell("scheduler is not healthy: " + scheduler.problem().orElse(""));
      replacing = true;
      time.schedule(NOTICED_AFTER, this::replaceUnhealthy);
    }
  }

  private void replaceUnhealthy() {
    replacing = false;
    if (process != null && !process.scheduler.healthy()) {
      crashScheduler();
      startScheduler();
    }
  }

  private void raise() {
    if (brokenRule != null) {
      throw new InvariantViolation(brokenRule, violations, story);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.crash();
      process = null;
    }
    kubelets.stop();
  }
}
