package io.berth.conformance.histories;

import io.berth.conformance.histories.History.Step;
import io.berth.framework.FeatureGates;
import io.berth.framework.Profile;
import io.berth.plugins.DefaultPlugins;
import io.berth.scenario.InvariantViolation;
import io.berth.scenario.World;
import io.berth.scenario.WorldSettings;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.KubeletOptions;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs a history from its start to its end, or to the first thing that does not hold. */
final class HistoryRun {
  private static final Duration NEVER = Duration.ofDays(10_000);
  private static final Duration SOON = Duration.ofSeconds(20);

  private HistoryRun() {}

  /**
   * What came of a history.
   *
   * @param rule the rule that was broken, or {@code null} when all held
   * @param message what was wrong
   * @param story what happened
   * @param events how many events were run
   */
  record Result(@Nullable String rule, String message, String story, long events) {
    boolean passed() {
      return rule == null;
    }
  }

  static Result of(History history) {
    List<ThemeRun> themes = history.themes().stream().map(Theme::run).toList();
    themes.forEach(theme -> theme.meet(themes.stream().filter(other -> other != theme).toList()));
    NaiveFit fit = new NaiveFit(themes);
    WaitingChecks waiting = new WaitingChecks(fit, history.flushes());
    NaiveChecks naive = new NaiveChecks(fit, waiting, asks(history), themes);
    AtomicReference<@Nullable World> self = new AtomicReference<>();
    UnrelatedRetries retries = new UnrelatedRetries(themes);
    World world = new World(settings(history, themes, naive, retries, self));
    self.set(world);
    world.observe(naive);
    world.observe(waiting);
    world.observe(retries);
    world.observe(new QueueOrder());
    for (String namespace : List.of("default", HistoryGenerator.OTHER_NAMESPACE)) {
      world.cluster().create(
          new NamespaceBuilder().withNewMetadata().withName(namespace).addToLabels("team", "red").endMetadata().build());
    }
    themes.forEach(theme -> theme.begin(world));
    try {
      Actor actor = new Actor(new RunningHistory(world, themes), naive, retries);
      for (Step step : history.steps()) {
        world.steps(step.events());
        world.advance(step.after());
        actor.act(step.action());
      }
      world.close();
      return new Result(null, "", world.story().toString(), world.time().eventsRun());
    } catch (InvariantViolation violation) {
      return new Result(violation.rule(), violation.what(), world.story().toString(), world.time().eventsRun());
    } catch (RuntimeException failure) {
      return new Result("exception", failure.toString(), world.story().toString(), world.time().eventsRun());
    }
  }

  /** Whether a plugin asks whether a pod is rightly not placed, before others do something about it. */
  private static boolean asks(History history) {
    return history.slow() || !history.themes().isEmpty();
  }

  private static WorldSettings settings(
      History history,
      List<ThemeRun> themes,
      NaiveChecks naive,
      UnrelatedRetries retries,
      AtomicReference<@Nullable World> self) {
    Profile.Builder profile = DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME);
    if (asks(history)) {
      profile.enable(
          SlowPlugins.NAME,
          handle ->
              new SlowPlugins(
                  handle,
                  pod -> {
                    World world = self.get();
                    if (world != null) {
                      naive.unfit(world, pod);
                      themes.forEach(theme -> theme.unfit(world, pod));
                    }
                  },
                  retries::activated));
    }
    SchedulerOptions.Builder options = SchedulerOptions.builder().podMaxInUnschedulablePodsDuration(history.flushes() ? SOON : NEVER);
    FeatureGates gates = FeatureGates.defaults();
    for (ThemeRun theme : themes) {
      theme.enable(profile);
      theme.choose(options);
      gates = theme.gates(gates);
    }
    return WorldSettings.defaults()
        .withProfile(profile.build())
        .withSeed(history.seed())
        .withOptions(options.build())
        .withGates(gates)
        .withKubelets(KubeletOptions.defaults().withRunTime(HistoryRun::runTime));
  }

  private static Optional<Duration> runTime(Pod pod) {
    long seconds = Long.parseLong(pod.getMetadata().getAnnotations().getOrDefault(PodBeans.RUNS, "0"));
    return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
  }
}
