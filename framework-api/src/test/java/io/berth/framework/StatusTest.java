package io.berth.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StatusTest {
  @Test
  void rejectionsAreTheThreeThatAnEventCanRemove() {
    assertThat(Code.values())
        .filteredOn(code -> Status.of(code).isRejected())
        .containsExactly(Code.UNSCHEDULABLE, Code.UNSCHEDULABLE_AND_UNRESOLVABLE, Code.PENDING);
  }

  @Test
  void joinsReasonsAsTheConditionShowsThem() {
    assertThat(Status.unschedulable("a", "b").withReason("c").message()).isEqualTo("a, b, c");
  }

  @Test
  void keepsTheObjectWhenThePluginIsAlreadyNamed() {
    Status status = Status.unschedulable("no").withPlugin("NodeName");
    assertThat(status.withPlugin("NodeName")).isSameAs(status);
    assertThat(status.withPlugin("Other").plugin()).isEqualTo("Other");
  }

  @Test
  void anExceptionWithoutAMessageIsNamed() {
    assertThat(Status.error(new IllegalStateException()).message()).isEqualTo("IllegalStateException");
    assertThat(Status.error(new IllegalStateException("broken")).message()).isEqualTo("broken");
  }

  @Test
  void aRejectionByPreFilterNeedsAStatusThatRejects() {
    assertThatThrownBy(() -> PreFilterDecision.reject(Status.SUCCESS)).isInstanceOf(IllegalArgumentException.class);
    assertThat(PreFilterDecision.reject(Status.error("x"))).isInstanceOf(PreFilterDecision.Reject.class);
  }
}
