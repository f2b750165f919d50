package io.berth.examples;

import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.namespace;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Scenario;
import io.berth.scenario.ScenarioExtension;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ScenarioExtension.class)
class FrozenNamespacesScenarioTest {
  @Test
  void aPodGoesToTheNodeThatFits() {
    var outcome = Scenario.withNodes(node("n1").cpu("2"), node("n2").cpu("4"))
        .running(pod("low").cpu("3").on("n2"))
        .using("FrozenNamespaces", FrozenNamespaces::new)
        .schedule(pod("high").cpu("2"));
    assertThat(outcome).isOn("n1");
  }

  @Test
  void aPodOfAFrozenNamespaceWaitsUntilItThaws() {
    Scenario.withNodes(node("n1").cpu("2"))
        .with(namespace("default", "frozen", "true"))
        .using("FrozenNamespaces", FrozenNamespaces::new)
        .arrives(pod("p").cpu("1"))
        .then(stage -> assertThat(stage.pod("p")).isRejectedBy("FrozenNamespaces").isPendingBecause("the namespace is frozen"))
        .when("the namespace thaws", stage -> stage.update(namespace("default")))
        .after(Duration.ofSeconds(1))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }

  @Test
  void thePodThatMissedTheThawStartsWhenTheWatchIsBack() {
    Scenario.withNodes(node("n1").cpu("2"))
        .with(namespace("default", "frozen", "true"))
        .using("FrozenNamespaces", FrozenNamespaces::new)
        .arrives(pod("p").cpu("1"))
        .when("the namespace thaws while the scheduler does not hear of it", stage -> {
          stage.faults().arm(WatchFault.dropped(Duration.ofSeconds(30)).ofKind(ResourceKind.NAMESPACES).atMost(1));
          stage.update(namespace("default"));
        })
        .after(Duration.ofSeconds(29))
        .then(stage -> assertThat(stage.pod("p")).isPending())
        .after(Duration.ofSeconds(2))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }

  @Test
  void aSchedulerThatCrashesInTheMiddleOfABindingBindsOnce() {
    Scenario.withNodes(node("n1").cpu("2"))
        .using("FrozenNamespaces", FrozenNamespaces::new)
        .when("a binding's answer is lost", stage -> {
          stage.faults().arm(WriteFault.answerLost(Duration.ofSeconds(5)).on(Verb.BIND).atMost(1));
          stage.create(pod("p").cpu("1"));
        })
        .when("the scheduler crashes and comes back", stage -> stage.crashScheduler().startScheduler())
        .after(Duration.ofMinutes(1))
        .then(stage -> assertThat(stage.pod("p")).isOn("n1"))
        .run();
  }
}
