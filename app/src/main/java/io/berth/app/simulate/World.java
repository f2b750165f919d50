package io.berth.app.simulate;

import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.timeline.Recorder;
import io.berth.dynamicresources.DeviceHolds;
import io.berth.framework.Profile;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Explanation;
import io.berth.scheduler.PendingPod.Place;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerInvariants;
import io.berth.scheduler.SchedulerOptions;
import io.berth.scheduler.SchedulingObserver;
import io.berth.simulator.Controller;
import io.berth.simulator.DeviceReadiness;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RecordedEvent;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.controllers.OwnerGarbageCollector;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.simulator.record.RecordingPlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A cluster and its scheduler in virtual time, all on the calling thread: the same input gives the same result. */
final class World {

  /** Longer than any binding waits for anything. */
  private static final Duration LONGEST_BINDING = Duration.ofMinutes(30);

  private static final int STEPS_BETWEEN_LOOKS = 512;

  private final VirtualTime time = VirtualTime.create();
  private final InMemoryCluster cluster;
  private final Scheduler scheduler;
  private final Set<String> schedulerNames;
  private final Map<String, Instant> boundAt = new HashMap<>();
  private final List<Controller> deviceControllers;

  private SchedulingObserver observer = SchedulingObserver.NONE;

  /** Within this time every pod that backs off is tried. */
  private final Duration patience;

  private final Pace pace;

  private final HeldDevices heldDevices = new HeldDevices();

  private final Preemptions preemptions;

  /** Not there when the scheduler only watches. */
  private final @Nullable Departures departures;

  private Runnable beforeStart = () -> {};

  private World(SchedulerConfiguration configuration, Pace pace, boolean watching) {
    this.pace = pace;
    cluster =
        InMemoryCluster.builder(time, time.executor())
            .admission(true)
            .eventListener(this::told)
            .writeInterceptor(
                request -> {
                  if (request.verb() == Verb.BIND) {
                    boundAt.put(request.namespace() + "/" + request.name(), time.now());
                  }
                  return WriteDecision.PROCEED;
                })
            .build();
    var builder =
        Scheduler.builder()
            .cluster(cluster)
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .random(new Random(RecordingPlayer.SEED)) // ties between nodes are broken by chance, always the same
            .observer(new Observers())
            .featureGates(configuration.gates())
            .options(
                SchedulerOptions.builder()
                    .percentageOfNodesToScore(configuration.percentageOfNodesToScore())
                    .podInitialBackoff(configuration.podInitialBackoff())
                    .podMaxBackoff(configuration.podMaxBackoff())
                    .manualCycles(watching)
                    .build());
    configuration.profiles().forEach(profile -> builder.profile(heldDevices.watched(profile)));
    scheduler = builder.build();
    preemptions = new Preemptions(cluster, time);
    cluster.watch(ResourceKind.PODS, preemptions);
    departures = watching ? null : new Departures(cluster, time);
    if (departures != null) {
      cluster.watch(ResourceKind.PODS, departures);
    }
    List<ResourceKind<?>> owned = List.of(ResourceKind.PODS, ResourceKind.RESOURCE_CLAIMS);
    deviceControllers =
        List.of(
            ResourceClaimController.on(time, cluster),
            new OwnerGarbageCollector(cluster, time, time.executor(), Duration.ZERO, owned),
            DeviceReadiness.on(time, cluster, Duration.ofSeconds(1)));
    patience = configuration.podMaxBackoff().multipliedBy(2).plusSeconds(1);
    schedulerNames = configuration.profiles().stream().map(Profile::schedulerName).collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * A world without anything in it.
   *
   * @throws IllegalArgumentException when the profiles do not work together, with everything that is wrong
   */
  static World of(SchedulerConfiguration configuration) {
    return new World(configuration, Pace.FLAT_OUT, false);
  }

  /** As above; time passes as the pace says. */
  static World of(SchedulerConfiguration configuration, Pace pace) {
    return new World(configuration, pace, false);
  }

  /** The same with a scheduler that sees everything, can be asked, and schedules nothing. */
  static World watching(SchedulerConfiguration configuration) {
    return new World(configuration, Pace.FLAT_OUT, true);
  }

  /** The pods that were evicted for others, in order. */
  List<Report.Preempted> preempted() {
    return preemptions.all();
  }

  private void told(RecordedEvent event) {
    preemptions.told(event);
  }

  /** What is held for nominated pods now. */
  List<DeviceHolds.Hold> held() {
    return heldDevices.all();
  }

  /** Has something done when everything is loaded and the scheduler is about to start. */
  void beforeStart(Runnable task) {
    beforeStart = task;
  }

  /** Whoever wants to hear of the scheduler's doings, once there is somebody. */
  private final class Observers implements SchedulingObserver {
    @Override
    public void queued(PodInfo pod, Place place, String event) {
      observer.queued(pod, place, event);
    }

    @Override
    public void cycleBegins(PodInfo pod, int attempt) {
      observer.cycleBegins(pod, attempt);
    }

    @Override
    public void attemptFailed(PodInfo pod, boolean unschedulable, String message) {
      observer.attemptFailed(pod, unschedulable, message);
    }
  }

  /** From now on it is told what happens; to be called before the start. */
  void record(Recorder recorder) {
    observer = recorder;
    preemptions.record(recorder);
    heldDevices.listen(recorder);
    recorder.watch(cluster);
  }

  /** Lets time pass until then, and everything happen that is due. */
  void goTo(Instant instant) {
    pace.pass(time, instant);
  }

  VirtualTime time() {
    return time;
  }

  InMemoryCluster cluster() {
    return cluster;
  }

  /**
   * From the start on claims are made, given back and deleted, and devices are ready a second after they were allocated; to be called before
   * the start.
   */
  void runDevices() {
    deviceControllers.forEach(Controller::start);
  }

  /** Starts the scheduler on what is there; nothing runs yet. */
  void start() {
    beforeStart.run();
    scheduler.start();
  }

  /**
   * Lets time pass until no pod is being tried any more, or those that are tried again and again (since a plugin fails, or there are no
   * nodes) have all been tried since the last binding: nothing else changes here. A pod whose binding waits for something, such as its
   * devices, is waited for.
   *
   * @param look called now and then
   */
  void settle(Runnable look) {
    Instant quietSince = time.now();
    while (true) {
      int before = bound();
      for (int i = 1; time.step(); i++) {
        if (i % STEPS_BETWEEN_LOOKS == 0) {
          look.run();
        }
      }
      int under = departures == null ? 0 : departures.underWay();
      if (bound() > before || under > 0) {
        quietSince = time.now();
      }
      Optional<Instant> next = time.nextEvent();
      boolean binding = !SchedulerInvariants.unrest(scheduler).isEmpty();
      Duration limit = binding ? LONGEST_BINDING : patience;
      boolean quiet = idle() && !binding || next.isEmpty() || next.get().isAfter(quietSince.plus(limit));
      if (next.isEmpty() || under == 0 && quiet) {
        return;
      }
      goTo(next.get());
    }
  }

  /** A scheduler that has lost its cluster has a fault, and what it did is no result. */
  void check() {
    scheduler.problem().ifPresent(problem -> {
      throw new IllegalStateException("the scheduler has come to a stop: " + problem);
    });
  }

  private boolean idle() {
    var queue = scheduler.queue();
    return queue.count(Place.ACTIVE) + queue.count(Place.BACKOFF) + queue.count(Place.IN_FLIGHT) == 0;
  }

  /** How many pods have been bound. */
  int bound() {
    return boundAt.size();
  }

  /** When the pod was bound; {@code null} if it never was. */
  @Nullable Instant boundAt(String key) {
    return boundAt.get(key);
  }

  /** What every plugin thinks of a pod; empty when no profile serves it. */
  Optional<Explanation> explain(String key) {
    return scheduler.explain(key);
  }

  /** The pods that wait in the queue, by {@code namespace/name}. */
  Map<String, PendingPod> queued() {
    var queued = new HashMap<String, PendingPod>();
    scheduler.queue().pods().forEach(pod -> queued.put(pod.key(), pod));
    return queued;
  }

  /** The names of the schedulers that are simulated. */
  Set<String> schedulerNames() {
    return schedulerNames;
  }
}
