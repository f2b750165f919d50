package io.berth.scenario;

import io.berth.framework.Feature;
import io.berth.framework.Plugin;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.KubeletOptions;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A story about a scheduler: a cluster, what happens to it, and what must come of it.
 *
 * <pre>{@code
 * var outcome = Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("4"))
 *     .running(pod("low").cpu("3").on("n2"))
 *     .schedule(pod("high").cpu("2"));
 * assertThat(outcome).isOn("n1");
 *
 * Scenario.withNodes(node("n1").cpu("2"))
 *     .running(pod("low").cpu("2").on("n1"))
 *     .arrives(pod("next").cpu("2"))
 *     .when("low is deleted", stage -> stage.delete("low"))
 *     .after(Duration.ofSeconds(3))
 *     .then(stage -> assertThat(stage.pod("next")).isOn("n1"))
 *     .run();
 * }</pre>
 *
 * <p>Pods that do not say how long they may take to end get the usual 30 seconds; kubelets need one.
 *
 * <p>The scheduler is complete and has the default profile's plugins, to which {@code using} adds. The cluster is in memory, with kubelets,
 * on a clock that only {@link #after} moves. The invariants of cache, queue, nominator, bindings and kubelets are looked at after each
 * event; a scenario that breaks one fails with an {@link InvariantViolation}.
 *
 * <p>A scenario is run several times, each time in a world of its own: with nodes and running pods in the given order, in the reverse
 * order, and shuffled, since their order must not matter; {@link #inThisOrderOnly} says that it does. Assertions are made on each run.
 *
 * <p>Mutable; each method returns the same object. Not thread-safe.
 */
public final class Scenario {
  private static final int SHUFFLES = 2;

  private final List<HasMetadata> objects = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Pod> running = new ArrayList<>();
  private final List<Consumer<Stage>> steps = new ArrayList<>();
  private WorldSettings settings = WorldSettings.defaults().withSeed(Long.getLong(SeededCases.SEED_PROPERTY, 1));
  private boolean shuffled = true;

  private Scenario() {}

  /** A cluster with these nodes; none for an empty one. */
  public static Scenario withNodes(NodeFixture... nodes) {
    Scenario scenario = new Scenario();
    for (NodeFixture node : nodes) {
      scenario.nodes.add(node.obj());
    }
    return scenario;
  }

  /** Other objects that are there from the start: namespaces, services. */
  public Scenario with(HasMetadata... more) {
    objects.addAll(List.of(more));
    return this;
  }

  /** Pods that run already; each must say where. */
  public Scenario running(PodFixture... pods) {
    for (PodFixture fixture : pods) {
      Pod pod = Stage.defaulted(fixture);
      if (RestInvariants.nodeName(pod).isEmpty()) {
        throw new IllegalArgumentException("pod " + pod.getMetadata().getName() + " runs nowhere; say on(\"a node\")");
      }
      pod.getStatus().setPhase("Running");
      running.add(pod);
    }
    return this;
  }

  /** Adds a plugin to the profile, or replaces the one of its name. All runs share it; one that keeps state needs a factory. */
  public Scenario using(Plugin plugin) {
    return using(plugin.name(), handle -> plugin);
  }

  /** As above, with a plugin that is made for each run. */
  public Scenario using(String name, PluginFactory factory) {
    return profile(profile -> profile.enable(name, factory));
  }

  /** As above, with its weight. */
  public Scenario using(Profile.EnabledPlugin plugin) {
    return profile(profile -> profile.enable(plugin.name(), plugin.factory(), plugin.weight()));
  }

  /** Takes a plugin out of the profile. */
  public Scenario without(String plugin) {
    return profile(profile -> profile.disable(plugin));
  }

  /** Changes the profile, which starts as the default one. */
  public Scenario profile(UnaryOperator<Profile.Builder> change) {
    settings = settings.withProfile(change.apply(settings.profile().toBuilder()).build());
    return this;
  }

  /** Changes the scheduler's options. */
  public Scenario options(UnaryOperator<SchedulerOptions.Builder> change) {
    settings = settings.withOptions(change.apply(settings.options().toBuilder()).build());
    return this;
  }

  /** Switches a feature of the scheduler on or off. */
  public Scenario gate(Feature feature, boolean enabled) {
    settings = settings.withGates(settings.gates().with(feature, enabled));
    return this;
  }

  /** Changes how kubelets behave. */
  public Scenario kubelets(UnaryOperator<KubeletOptions> change) {
    settings = settings.withKubelets(change.apply(settings.kubelets()));
    return this;
  }

  /** The scenario depends on the order in which nodes and running pods are there, and is run in this order only. */
  public Scenario inThisOrderOnly() {
    shuffled = false;
    return this;
  }

  /** Pods come, one after the other, and everything happens that follows at once. */
  public Scenario arrives(PodFixture... pods) {
    List<Pod> arriving = new ArrayList<>();
    for (PodFixture pod : pods) {
      arriving.add(Stage.defaulted(pod));
    }
    return step(stage -> arriving.forEach(stage::create));
  }

  /**
   * Something happens, and everything that follows at once.
   *
   * @param what told by a scenario that fails
   */
  public Scenario when(String what, Consumer<Stage> action) {
    return step(
        stage -> {
          stage.world().story().tell("when " + what);
          action.accept(stage);
        });
  }

  /** One pod is tried, and everything happens that follows at once; for a scheduler whose options say {@code manualCycles}. */
  public Scenario cycle() {
    steps.add(
        stage -> {
          if (!stage.cycle()) {
            throw new IllegalStateException("no pod is ready to be tried");
          }
        });
    return this;
  }

  /** Time passes. */
  public Scenario after(Duration time) {
    steps.add(stage -> stage.world().advance(time));
    return this;
  }

  /** This must hold now. */
  public Scenario then(Consumer<Stage> check) {
    steps.add(check);
    return this;
  }

  private Scenario step(Consumer<Stage> action) {
    steps.add(
        stage -> {
          action.accept(stage);
          stage.world().advance(Duration.ZERO);
        });
    return this;
  }

  /** The story from its start to its end, in each order. */
  public void run() {
    for (Order order : Order.all(shuffled ? SHUFFLES : 0)) {
      try (World world = world(order)) {
        play(order, world);
      }
    }
  }

  /** The pod comes, and everything happens that follows at once; then the story ends. */
  public Outcome schedule(PodFixture pod) {
    Pod object = Stage.defaulted(pod);
    String key = KnownCluster.key(object);
    List<Sight> sights = new ArrayList<>();
    for (Order order : Order.all(shuffled ? SHUFFLES : 0)) {
      try (World world = world(order)) {
        Stage stage = play(order, world);
        stage.create(object);
        world.advance(Duration.ZERO);
        sights.add(Sight.of(world, order, key));
      }
    }
    return new Outcome(key, sights);
  }

  private World world(Order order) {
    World world = new World(settings);
    ScenarioExtension.opened(world, order.toString());
    return world;
  }

  private Stage play(Order order, World world) {
    Stage stage = new Stage(world, order);
    objects.forEach(world.cluster()::create);
    order.of(nodes, settings.seed()).forEach(world.cluster()::create);
    order.of(running, settings.seed()).forEach(world.cluster()::create);
    world.startScheduler();
    world.advance(Duration.ZERO);
    steps.forEach(step -> step.accept(stage));
    return stage;
  }
}
