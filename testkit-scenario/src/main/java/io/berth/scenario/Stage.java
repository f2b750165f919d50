package io.berth.scenario;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.faults.Faults;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** What a step of a {@link Scenario} can do and see, in one run of it. Changes are made at once; what follows happens after the step. */
public final class Stage {
  private static final long USUAL_GRACE_PERIOD = 30;

  private final World world;
  private final Order order;

  Stage(World world, Order order) {
    this.world = world;
    this.order = order;
  }

  /** Everything else. */
  public World world() {
    return world;
  }

  /** The cluster. */
  public InMemoryCluster cluster() {
    return world.cluster();
  }

  /** What goes wrong. */
  public Faults faults() {
    return world.faults();
  }

  /** A node is new. */
  public Stage create(NodeFixture node) {
    return create(node.obj());
  }

  /** A pod is new. */
  public Stage create(PodFixture pod) {
    return create(defaulted(pod));
  }

  /** The pod with the usual time to end, unless it says something else. */
  static Pod defaulted(PodFixture fixture) {
    Pod pod = fixture.obj();
    if (pod.getSpec().getTerminationGracePeriodSeconds() == null) {
      pod.getSpec().setTerminationGracePeriodSeconds(USUAL_GRACE_PERIOD);
    }
    return pod;
  }

  /** An object is new. */
  public Stage create(HasMetadata object) {
    cluster().create(object);
    return this;
  }

  /** The object is as given from now on. */
  public Stage update(HasMetadata object) {
    cluster().update(object);
    return this;
  }

  /** The pod of namespace {@code default} changes. */
  public Stage changePod(String name, Consumer<PodBuilder> change) {
    PodBuilder builder = new PodBuilder(find(name, ResourceKind.PODS, "default"));
    change.accept(builder);
    return update(builder.build());
  }

  /** The node changes. */
  public Stage changeNode(String name, Consumer<NodeBuilder> change) {
    NodeBuilder builder = new NodeBuilder(find(name, ResourceKind.NODES, ""));
    change.accept(builder);
    return update(builder.build());
  }

  /** The pod of namespace {@code default} is deleted, as by a request: with its grace period. */
  public Stage delete(String podName) {
    Pod pod = find(podName, ResourceKind.PODS, "default");
    cluster().delete(pod);
    return this;
  }

  /** The node vanishes; its pods stay. */
  public Stage removeNode(String name) {
    Node node = find(name, ResourceKind.NODES, "");
    cluster().remove(node);
    return this;
  }

  /** The scheduler ends from one moment to the next. */
  public Stage crashScheduler() {
    world.crashScheduler();
    return this;
  }

  /** A scheduler starts, which knows what the cluster remembers. */
  public Stage startScheduler() {
    world.startScheduler();
    return this;
  }

  /**
   * One scheduling cycle, and everything that follows at once; for a scheduler whose options say {@code manualCycles}.
   *
   * @return false when no pod is ready to be tried
   */
  public boolean cycle() {
    Scheduler scheduler = Objects.requireNonNull(world.scheduler(), "no scheduler runs");
    if (!scheduler.canScheduleOne()) {
      return false;
    }
    scheduler.schedulingExecutor().execute(scheduler::scheduleOne);
    world.advance(Duration.ZERO);
    return true;
  }

  /** How the pod of namespace {@code default} fares. */
  public Outcome pod(String name) {
    String key = name.contains("/") ? name : "default/" + name;
    return new Outcome(key, List.of(Sight.of(world, order, key)));
  }

  private <T extends HasMetadata> T find(String name, ResourceKind<T> kind, String namespace) {
    T object = cluster().get(kind, namespace, name);
    if (object == null) {
      List<String> there = cluster().list(kind).stream().map(other -> other.getMetadata().getName()).toList();
      throw new IllegalArgumentException("there is no " + kind.kind() + " " + name + "; there are " + there);
    }
    return object;
  }
}
