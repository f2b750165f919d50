package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.release;
import static io.berth.conformance.dra.DevicePreemptions.reserveFor;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;

import io.berth.framework.CycleState;
import io.berth.framework.NominationExtensions;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.ScenarioExtension;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever keeps a preemptor from its devices or from preempting again, its end is told. Source: KEP-5690, and what it leaves open. */
@ExtendWith(ScenarioExtension.class)
class WaitingPreemptorsScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** p has what it waited for, and slept on since another one's claim was still to be released on its node. */
  @Test
  void allThatAreNominatedToTheNodeAreToldWhenTheLastClaimThereIsTakenOver() {
    withNodes(node("n").cpu("4"))
        .with(slice("n", "d1", "d2"))
        .with(claim("c1", "gpu", 1), claim("c2", "gpu", 1), claim("cp", "gpu", 1), claim("cq", "gpu", 1))
        .arrives(user("v1", 0, "c1"), user("v2", 5, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("p", 100, "cp"))
        .after(VICTIMS_ARE_GONE)
        .arrives(user("q", 100, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isNominatedTo("n").evictsExactly("v1", "v2"))
        .after(VICTIMS_ARE_GONE)
        .when("the first claim is released", stage -> release(stage, "c1"))
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").isPending())
        .when("somebody takes to the second one", stage ->
            reserveFor(stage, "c2", new ResourceClaimConsumerReference(null, "stranger", "pods", "stranger")))
        .after(SETTLED)
        .then(stage -> assertThat(stage.pod("p")).isOn("n"))
        .run();
  }

  /** Cannot take note of one pod's nomination. */
  private record Forgetful(String pod) implements NominationExtensions {
    @Override
    public String name() {
      return "Forgetful";
    }

    @Override
    public void addNominatedPod(CycleState state, PodInfo nominated, String nodeName, List<PodInfo> victims) {
      if (nominated.name().equals(pod)) {
        throw new IllegalStateException("no memory for " + pod);
      }
    }

    @Override
    public void removeNominatedPod(PodInfo nominated, String nodeName, NominationLoss loss) {}

    @Override
    public PreemptionEligibility podEligibleToPreempt(PodInfo nominated, String nodeName) {
      return PreemptionEligibility.ELIGIBLE;
    }
  }

  /** Nobody is evicted, then, and no claim is released. */
  @Test
  void aPreemptionThatIsNotBegunKeepsNobodyWaiting() {
    withNodes(node("n").cpu("4"))
        .using("Forgetful", handle -> new Forgetful("both"))
        .with(slice("n", "d1", "d2"))
        .with(claim("c1", "gpu", 1), claim("c2", "gpu", 1), claim("two", "gpu", 2), claim("cq", "gpu", 1))
        .when("the claim controller starts", controller::start)
        .arrives(user("v1", 0, "c1"), user("v2", 5, "c2"))
        .after(Duration.ofSeconds(5))
        .arrives(user("both", 100, "two"))
        .then(stage -> assertThat(stage.pod("both")).isPendingBecause("no memory for both").evictsNobody())
        .arrives(user("q", 100, "cq"))
        .after(VICTIMS_ARE_GONE)
        .then(stage -> assertThat(stage.pod("q")).isOn("n").evictsExactly("v1"))
        .run();
  }
}
