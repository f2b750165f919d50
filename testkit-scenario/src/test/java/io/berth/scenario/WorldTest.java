package io.berth.scenario;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.BindPlugin;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.DefaultPlugins;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorldTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private World world = new World(WorldSettings.defaults());

  @AfterEach
  void end() {
    world.close();
  }

  private void given(Profile.Builder profile) {
    world.close();
    world = new World(WorldSettings.defaults().withProfile(profile.build()));
  }

  private String nodeOf(String name) {
    Pod pod = world.cluster().pod(name);
    return pod == null ? "gone" : RestInvariants.nodeName(pod);
  }

  private void start() {
    world.cluster().create(node("n1").cpu("2").obj());
    world.startScheduler();
    world.advance(Duration.ZERO);
  }

  private void arm(Component component, ResourceKind<?> kind, WatchFault fault) {
    world.faults().arm(fault.ofKind(kind).when(world.toldTo(component)).atMost(1));
  }

  @Test
  void afterRestEverythingFitsTogether() {
    start();
    world.cluster().create(pod("a").cpu("1").obj());
    world.cluster().create(pod("b").cpu("2").obj());
    world.rest(SECOND, MINUTE);
    assertThat(nodeOf("a")).isEqualTo("n1");
    assertThat(nodeOf("b")).isEmpty();
  }

  @Test
  void aRequestThatFailsIsTriedAgainAndALostAnswerBindsOnce() {
    start();
    world.faults().arm(WriteFault.failing().on(Verb.BIND).atMost(1));
    world.cluster().create(pod("a").cpu("1").obj());
    world.advance(Duration.ZERO);
    assertThat(nodeOf("a")).isEmpty();
    world.advance(Duration.ofSeconds(5));
    assertThat(nodeOf("a")).isEqualTo("n1");

    world.faults().arm(WriteFault.answerLost(SECOND).on(Verb.BIND).atMost(1));
    world.cluster().create(pod("b").cpu("1").obj());
    world.advance(SECOND);
    world.rest(Duration.ofSeconds(20), MINUTE);
    assertThat(nodeOf("b")).isEqualTo("n1");
    assertThat(world.story().toString()).contains("fault: BIND of pods a meets Fail", "scheduler hears that b was not bound: the answer was lost");
  }

  @Test
  void aWatchMayDropOrExpireOrTellTwice() {
    start();
    arm(Component.SCHEDULER, ResourceKind.PODS, WatchFault.dropped(SECOND));
    arm(Component.SCHEDULER, ResourceKind.PODS, WatchFault.twice());
    arm(Component.SCHEDULER, ResourceKind.PODS, WatchFault.expired(SECOND));
    world.cluster().create(pod("a").cpu("1").obj());
    world.advance(Duration.ZERO);
    assertThat(nodeOf("a")).isEmpty();
    world.advance(Duration.ofSeconds(5));
    assertThat(nodeOf("a")).isEqualTo("n1");
    world.rest(SECOND, MINUTE);
  }

  @Test
  void armedFaultsThatHitNobodyAreForgottenAtRest() {
    start();
    world.faults().arm(WriteFault.failing().on(Verb.BIND).atMost(1));
    arm(Component.KUBELETS, ResourceKind.PODS, WatchFault.late(MINUTE));
    world.rest(SECOND, MINUTE);
    world.cluster().create(pod("a").cpu("1").obj());
    world.advance(SECOND.multipliedBy(2));
    assertThat(world.cluster().pod("a").getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void afterACrashNothingOfTheOldSchedulerHappens() {
    start();
    world.faults().arm(WriteFault.late(SECOND, Duration.ZERO).on(Verb.BIND).atMost(1));
    world.cluster().create(pod("a").cpu("2").obj());
    world.advance(Duration.ZERO);
    world.crashScheduler();
    world.cluster().create(pod("b").cpu("2").obj());
    world.advance(SECOND.multipliedBy(2));
    assertThat(nodeOf("a")).as("the request was on its way").isEqualTo("n1");
    assertThat(nodeOf("b")).isEmpty();
    world.rest(SECOND, MINUTE);
    assertThat(nodeOf("b")).isEmpty();
    assertThat(world.scheduler()).isNotNull();
  }

  @Test
  void aSchedulerThatHasLostAWatchForGoodIsReplaced() {
    start();
    arm(Component.SCHEDULER, ResourceKind.NODES, WatchFault.broken());
    world.cluster().update(new NodeBuilder(world.cluster().node("n1")).editMetadata().addToLabels("a", "b").endMetadata().build());
    world.cluster().create(pod("a").cpu("1").obj());
    world.advance(Duration.ZERO);
    assertThat(nodeOf("a")).isEmpty();
    world.advance(SECOND.multipliedBy(2));
    assertThat(nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void oneSchedulerMayFollowTheOtherInGoodOrder() {
    start();
    world.cluster().create(pod("a").cpu("1").obj());
    world.replaceScheduler();
    world.advance(SECOND);
    world.rest(SECOND, MINUTE);
    assertThat(nodeOf("a")).isEqualTo("n1");
    assertThat(world.story().toString()).contains("scheduler is closed");
  }

  @Test
  void theSameCallsTellTheSameStory() {
    assertThat(tellAStory()).isEqualTo(tellAStory());
  }

  private static String tellAStory() {
    try (World world = new World(WorldSettings.defaults().withSeed(3))) {
      for (int i = 0; i < 5; i++) {
        world.cluster().create(node("n" + i).cpu("2").obj());
      }
      world.startScheduler();
      for (int i = 0; i < 12; i++) {
        world.cluster().create(pod("p" + i).cpu("1").obj());
        world.steps(i);
      }
      world.crashScheduler();
      world.rest(SECOND, MINUTE);
      return world.story().toString();
    }
  }

  @Test
  void aDecisionThatTakesTooMuchIsFound() {
    given(DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME).disable("NodeResourcesFit"));
    world.observe(new Overcommitment());
    start();
    world.cluster().create(pod("a").cpu("3").obj());
    assertThatThrownBy(() -> world.advance(Duration.ZERO))
        .isInstanceOfSatisfying(InvariantViolation.class, violation -> assertThat(violation.rule()).isEqualTo("overcommitment"))
        .hasMessageContaining("pod default/a wants {cpu=3000m}");
  }

  @Test
  void aPodThatIsBoundTwiceIsFound() {
    given(DefaultPlugins.builder(Profile.DEFAULT_SCHEDULER_NAME).disable("DefaultBinder").enable("BindsTwice", BindsTwice::new));
    start();
    world.cluster().create(pod("a").obj());
    assertThatThrownBy(() -> world.advance(Duration.ZERO)).isInstanceOf(InvariantViolation.class).hasMessageContaining("bound twice");
  }

  @Test
  void aPodThatChangesItsNodeIsFound() {
    start();
    world.cluster().create(pod("a").obj());
    world.advance(SECOND);
    world.cluster().update(new PodBuilder(world.cluster().pod("a")).editSpec().withNodeName("n2").endSpec().build());
    assertThatThrownBy(() -> world.advance(SECOND)).isInstanceOf(InvariantViolation.class).hasMessageContaining("was on node n1 and is on n2");
  }

  @Test
  void aKubeletThatGivesTooMuchIsFound() {
    start();
    world.advance(MINUTE);
    world.cluster().create(pod("a").cpu("2").on("n1").phase("Running").obj());
    world.cluster().create(pod("b").cpu("1").on("n1").phase("Running").obj());
    assertThatThrownBy(() -> world.advance(SECOND)).isInstanceOf(InvariantViolation.class).hasMessageContaining("the kubelet of node n1 gives");
  }

  @Test
  void aWorldThatDoesNotComeToRestIsFound() {
    world.startScheduler();
    world.cluster().create(node("n1").cpu("2").obj());
    world.observe(
        new WorldObserver() {
          @Override
          public void atRest(World at) {
            at.violated("mine", "something is not as it should be");
          }
        });
    assertThatThrownBy(() -> world.rest(SECOND, MINUTE)).isInstanceOf(InvariantViolation.class).hasMessageContaining("mine: something is not");
  }

  /** Asks for each binding twice. */
  private record BindsTwice(Handle handle) implements BindPlugin {
    @Override
    public String name() {
      return "BindsTwice";
    }

    @Override
    public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
      ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, pod.pod());
      handle.writes().bind(ref, nodeName);
      handle.writes().bind(ref, nodeName);
      return CompletableFuture.completedFuture(Status.SUCCESS);
    }
  }
}
