package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claims;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.consumers;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.only;
import static io.berth.conformance.dra.DevicePreemptions.release;
import static io.berth.conformance.dra.DevicePreemptions.retry;
import static io.berth.conformance.dra.DevicePreemptions.unreserve;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Component;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.scenario.Stage;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The window between a preemption and its fruit, row by row: the decision (t0), victims are gone (t1), their claim is reserved for nobody
 * (t2), it has no devices any more and the scheduler sees that (t3), the preemptor is reserved (t4). In each row the claim controller gets
 * into trouble, or the scheduler starts anew.
 *
 * <p>{@code low} has the device of n1 and {@code middle} that of n2; {@code high} preempts {@code low}, and {@code thief} waits for
 * anything. Source: KEP-5690, Preemption settling for DRA.
 */
@ExtendWith(ScenarioExtension.class)
class PreemptionTimelineScenarioTest {
  private static final Duration SLOWNESS = Duration.ofSeconds(50);
  private static final Duration LONG = Duration.ofMinutes(12);

  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** What becomes of the claim controller. */
  enum Trouble {
    SLOW {
      @Override
      void begin(ClaimControllerSwitch controller, Stage stage) {
        controller.startSlow(stage, SLOWNESS);
      }

      @Override
      void end(ClaimControllerSwitch controller, Stage stage) {}
    },
    STOPPED {
      @Override
      void begin(ClaimControllerSwitch controller, Stage stage) {}

      @Override
      void end(ClaimControllerSwitch controller, Stage stage) {
        controller.start(stage);
      }
    },
    REPLACED {
      @Override
      void begin(ClaimControllerSwitch controller, Stage stage) {
        controller.start(stage);
      }

      @Override
      void end(ClaimControllerSwitch controller, Stage stage) {}
    };

    /** No controller runs; afterwards one may. */
    abstract void begin(ClaimControllerSwitch controller, Stage stage);

    /** The trouble is over. */
    abstract void end(ClaimControllerSwitch controller, Stage stage);
  }

  /** Up to the moment when {@code high} has just preempted {@code low}. */
  private Scenario preempted(boolean controllerRuns) {
    Scenario story = withNodes(node("n1").hostname().cpu("4"), node("n2").hostname().cpu("4"))
        .with(slice("n1", "d1"), slice("n2", "d2"))
        .with(claims("a", "b", "c", "t"));
    if (controllerRuns) {
      story.when("the claim controller starts", controller::start);
    }
    return story
        .arrives(only("n1", user("low", 0, "a")), only("n2", user("middle", 10, "b")))
        .after(Duration.ofSeconds(5))
        .arrives(meek("thief", 50, "t"))
        .arrives(user("high", 100, "c"))
        .then(PreemptionTimelineScenarioTest::waits);
  }

  private static void waits(Stage stage) {
    assertThat(stage.pod("high")).isNominatedTo("n1").evictsExactly("low");
    assertThat(stage.pod("thief")).isPending();
  }

  private static void placed(Stage stage) {
    assertThat(stage.pod("high")).isOn("n1").evictsExactly("low");
    assertThat(stage.pod("thief")).isPending();
    assertThat(devices(stage, "a")).isEmpty();
    assertThat(devices(stage, "c")).containsExactly("n1/d1");
  }

  /** Whatever happens, {@code high} is tried, and does not preempt anybody else. */
  private static void pester(Stage stage) {
    for (int i = 0; i < 3; i++) {
      retry(stage, "high");
      waits(stage);
      stage.world().advance(Duration.ofSeconds(1));
    }
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void t0WhileVictimsAreGoing(Trouble trouble) {
    preempted(true)
        .after(Duration.ofSeconds(5))
        .when("the controller ends", controller::stop)
        .when("trouble begins", stage -> trouble.begin(controller, stage))
        .then(PreemptionTimelineScenarioTest::pester)
        .then(stage -> assertThat(stage.pod("high")).isPendingBecause("not eligible due to a terminating pod on the nominated node."))
        .after(Duration.ofSeconds(15))
        .then(PreemptionTimelineScenarioTest::waits)
        .when("trouble ends", stage -> trouble.end(controller, stage))
        .after(SLOWNESS.plus(SETTLED))
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void t1VictimsAreGoneAndTheirClaimIsStillReservedForThem(Trouble trouble) {
    preempted(false)
        .after(VICTIMS_ARE_GONE)
        .then(stage -> {
          assertThat(stage.pod("low")).isGone();
          assertThat(consumers(stage, "a")).containsExactly("low");
          assertThat(devices(stage, "a")).containsExactly("n1/d1");
        })
        .then(PreemptionTimelineScenarioTest::pester)
        .then(stage -> assertThat(stage.pod("high")).isPendingBecause(
            "not eligible due to resource claims of preempted pods on the nominated node that are still allocated: default/a."))
        .after(LONG)
        .then(PreemptionTimelineScenarioTest::waits)
        .when("trouble begins", stage -> trouble.begin(controller, stage))
        .when("trouble ends", stage -> trouble.end(controller, stage))
        .after(SLOWNESS.plus(SETTLED))
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  /** A claim that nobody has and that still has devices is not a controller's doing; somebody else has to take them. */
  @ParameterizedTest
  @EnumSource(Trouble.class)
  void t2TheirClaimIsReservedForNobodyAndStillAllocated(Trouble trouble) {
    preempted(false)
        .after(VICTIMS_ARE_GONE)
        .when("nobody has the claim any more", stage -> unreserve(stage, "a"))
        .when("trouble begins", stage -> trouble.begin(controller, stage))
        .then(PreemptionTimelineScenarioTest::pester)
        .after(LONG)
        .when("trouble ends", stage -> trouble.end(controller, stage))
        .after(SETTLED)
        .then(PreemptionTimelineScenarioTest::pester)
        .then(stage -> {
          assertThat(consumers(stage, "a")).isEmpty();
          assertThat(devices(stage, "a")).containsExactly("n1/d1");
        })
        .when("the claim loses its devices", stage -> release(stage, "a"))
        .after(SETTLED)
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void t3TheirClaimHasNoDevicesAndTheSchedulerDoesNotKnow(Trouble trouble) {
    preempted(false)
        .after(VICTIMS_ARE_GONE)
        .when("the scheduler hears late of claims, and the controller starts", stage -> {
          stage.faults().arm(
              WatchFault.late(Duration.ofMinutes(2)).ofKind(ResourceKind.RESOURCE_CLAIMS)
                  .when(stage.world().toldTo(Component.SCHEDULER)).atMost(1));
          controller.start(stage);
        })
        .then(stage -> assertThat(devices(stage, "a")).isEmpty())
        .when("the controller ends", controller::stop)
        .when("trouble begins", stage -> trouble.begin(controller, stage))
        .then(PreemptionTimelineScenarioTest::pester)
        .after(Duration.ofSeconds(100))
        .then(PreemptionTimelineScenarioTest::waits)
        .when("trouble ends", stage -> trouble.end(controller, stage))
        .after(Duration.ofMinutes(1))
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void t4ThePreemptorIsReservedAndNotBoundYet(Trouble trouble) {
    preempted(true)
        .when("the preemptor's allocation is written late", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofSeconds(20), Duration.ZERO).on(Verb.UPDATE_STATUS).when(request -> request.name().equals("c"))))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> {
          assertThat(devices(stage, "a")).isEmpty();
          assertThat(devices(stage, "c")).isEmpty();
          assertThat(stage.pod("thief")).isPending();
        })
        .when("the controller ends", controller::stop)
        .when("trouble begins", stage -> trouble.begin(controller, stage))
        .after(Duration.ofSeconds(5))
        .then(stage -> retry(stage, "thief"))
        .then(stage -> assertThat(stage.pod("thief")).isPending())
        .after(Duration.ofSeconds(15))
        .when("trouble ends", stage -> trouble.end(controller, stage))
        .after(SLOWNESS.plus(SETTLED))
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  /** No time is too long: as with a victim that does not end, the preemptor waits. */
  @Test
  void aNominationDoesNotExpire() {
    preempted(false)
        .after(Duration.ofDays(3))
        .then(PreemptionTimelineScenarioTest::waits)
        .then(PreemptionTimelineScenarioTest::pester)
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(PreemptionTimelineScenarioTest::placed)
        .run();
  }

  /** Nothing of it is remembered: the preemptor may lose what was freed, or preempt once more, and gets a device in the end. */
  @Test
  void theSchedulerMayStartAnewInEachRow() {
    for (int row = 0; row <= 4; row++) {
      boolean controllerRuns = row == 0 || row == 4;
      Scenario story = preempted(controllerRuns).after(row == 0 ? Duration.ofSeconds(5) : VICTIMS_ARE_GONE.minusSeconds(11));
      if (row == 4) {
        story.when("the preemptor's allocation is written late", stage -> stage.faults().arm(
            WriteFault.late(Duration.ofSeconds(20), Duration.ZERO).on(Verb.UPDATE_STATUS).when(request -> request.name().equals("c"))));
      }
      story.after(Duration.ofSeconds(11));
      if (row == 2) {
        story.when("nobody has the claim any more", stage -> unreserve(stage, "a"));
      }
      if (row == 3) {
        story.when("the scheduler hears late of claims", stage -> stage.faults().arm(
            WatchFault.late(Duration.ofMinutes(2)).ofKind(ResourceKind.RESOURCE_CLAIMS)
                .when(stage.world().toldTo(Component.SCHEDULER)).atMost(1)));
        story.when("the claim controller starts", controller::start);
      }
      story.when("the scheduler crashes", Stage::crashScheduler).when("and starts again", Stage::startScheduler).after(SETTLED);
      if (row == 2) {
        story.when("the claim loses its devices", stage -> release(stage, "a"));
      }
      if (row == 1 || row == 2) {
        story.when("the claim controller starts", controller::start);
      }
      story
          .after(Duration.ofMinutes(3))
          .then(stage -> {
            assertThat(stage.pod("high")).isScheduled();
            assertThat(stage.world().removed()).startsWith("low").isSubsetOf("low", "middle");
            assertThat(devices(stage, "c")).hasSize(1);
          })
          .run();
    }
  }
}
