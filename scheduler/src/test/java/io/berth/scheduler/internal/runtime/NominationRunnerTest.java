package io.berth.scheduler.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.NominationExtensions;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NominationRunnerTest {
  private final RunnerFixture fixture = new RunnerFixture();
  private final List<String> calls = new ArrayList<>();

  private final class Extension implements NominationExtensions {
    private final String name;
    private final PreemptionEligibility eligibility;
    private final boolean fails;

    Extension(String name, PreemptionEligibility eligibility, boolean fails) {
      this.name = name;
      this.eligibility = eligibility;
      this.fails = fails;
    }

    private void say(String what) {
      calls.add(name + " " + what);
      if (fails) {
        throw new IllegalStateException("oops");
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
      say("add " + nodeName);
    }

    @Override
    public void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {
      say("remove " + nodeName + " " + loss);
    }

    @Override
    public void victimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
      say("spared " + spared.size() + " on " + nodeName);
    }

    @Override
    public PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName) {
      say("eligible");
      return eligibility;
    }
  }

  private Extension eligible(String name) {
    return new Extension(name, PreemptionEligibility.ELIGIBLE, false);
  }

  private Extension failing(String name) {
    return new Extension(name, PreemptionEligibility.ELIGIBLE, true);
  }

  @Test
  void allHearOfANominationAndOfItsLossEvenWhenOneFails() {
    ProfileRunner runner = fixture.runner(eligible("A"), failing("B"), eligible("C"));
    Status status = runner.runNominationExtensionsAddNominatedPod(fixture.state, fixture.pod, "n1", List.of());
    runner.runNominationExtensionsRemoveNominatedPod(fixture.pod, "n1", NominationLoss.CLEARED);

    assertThat(calls).containsExactly(
        "A add n1", "B add n1", "C add n1", "A remove n1 CLEARED", "B remove n1 CLEARED", "C remove n1 CLEARED");
    assertThat(status.message()).isEqualTo("running AddNominatedPod of plugin \"B\": oops");
    assertThat(status.plugin()).isEqualTo("B");
  }

  @Test
  void theFirstThatSaysNoEndsTheQuestion() {
    PreemptionEligibility no = new PreemptionEligibility.NotEligible("victims are still going");
    ProfileRunner runner = fixture.runner(eligible("A"), new Extension("B", no, false), eligible("C"));

    assertThat(runner.runNominationExtensionsPodEligibleToPreempt(fixture.pod, "n1"))
        .isEqualTo(new PreemptionEligibility.NotEligible("victims are still going", "B"));
    assertThat(calls).containsExactly("A eligible", "B eligible");
  }

  @Test
  void oneThatFailsSaysNo() {
    assertThat(fixture.runner(failing("A")).runNominationExtensionsPodEligibleToPreempt(fixture.pod, "n1"))
        .isEqualTo(new PreemptionEligibility.NotEligible("plugin A failed: oops", "A"));
    assertThat(fixture.runner().runNominationExtensionsPodEligibleToPreempt(fixture.pod, "n1"))
        .isSameAs(PreemptionEligibility.ELIGIBLE);
  }

  @Test
  void allAreToldOfVictimsThatStayEvenWhenOneFails() {
    var runner = fixture.runner(failing("A"), eligible("B"));

    runner.runNominationExtensionsVictimsSpared(fixture.pod, "n1", List.of(fixture.pod));

    assertThat(calls).containsExactly("A spared 1 on n1", "B spared 1 on n1");
  }
}
