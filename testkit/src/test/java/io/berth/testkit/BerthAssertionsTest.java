package io.berth.testkit;

import static io.berth.testkit.BerthAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BerthAssertionsTest {
  private static void failsWith(ThrowingCallable assertion, String... parts) {
    assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContainingAll(parts);
  }

  @Test
  void statusesExplainThemselves() {
    Status rejected = Status.unschedulable("Insufficient cpu").withPlugin("Fit");
    assertThat(Status.SUCCESS).isSuccess();
    assertThat(rejected).isUnschedulable().isRejected().hasReasons("Insufficient cpu").hasReasonContaining("cpu").isFrom("Fit");
    failsWith(() -> assertThat(rejected).isSuccess(), "Expected Success", "but was  Unschedulable from Fit: Insufficient cpu");
    failsWith(() -> assertThat(rejected).hasReasons("other"), "Expected the reasons [other]", "Insufficient cpu");
    failsWith(() -> assertThat(rejected).isFrom("Ports"), "from Ports", "from Fit");
    failsWith(() -> assertThat(Status.error(new IllegalStateException("x"))).isRejected(), "Error: x (java.lang.IllegalStateException: x)");
  }

  @Test
  void decisionsExplainThemselves() {
    assertThat(PreFilterDecision.SKIP).isSkip();
    assertThat(PreFilterDecision.ALL_NODES).isAllNodes();
    assertThat(PreFilterDecision.only(Set.of("a", "b"))).isOnly("b", "a");
    assertThat(PreFilterDecision.reject(Status.unresolvable("no"))).isReject().isUnresolvable();
    failsWith(() -> assertThat(PreFilterDecision.only(Set.of("a"))).isSkip(), "Expected skip", "only the nodes [a]");
  }

  @Test
  void podsExplainThemselves() {
    var info = pod("p").cpu("2").memory("1Gi").on("n1").priority(3).nominatedNodeName("n2").info();
    assertThat(info).isOn("n1").isNominatedTo("n2").hasPriority(3).requests("cpu", "2000m", "memory", "1024Mi");
    failsWith(() -> assertThat(info).isOn("n2"), "Expected default/p on node n2", "on n1");
    failsWith(() -> assertThat(info).requests("cpu", "3"), "to request 3000 of cpu", "requests 2000");
    failsWith(() -> assertThat(pod("q").info()).isOn("n2"), "on none");
    assertThat(pod("q").info()).hasNoNode();
  }

  @Test
  void nodesExplainThemselves() {
    NodeInfo info = node("n").cpu("4").info().withPod(pod("p").cpu("3").on("n").info());
    assertThat(info).hasPods("p").hasRequested("cpu", "3").hasFree("cpu", "1").isNotOverCommitted();
    failsWith(() -> assertThat(info).isEmpty(), "Expected on node n the pods []", "[p]");
    failsWith(() -> assertThat(info).hasFree("cpu", "2"), "2000 cpu free", "1000", "[p]");
    NodeInfo tooMuch = info.withPod(pod("q").cpu("2").on("n").info());
    failsWith(() -> assertThat(tooMuch).isNotOverCommitted(), "enough cpu", "5000 of 4000");
  }
}
