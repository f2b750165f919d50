package io.berth.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CycleStateTest {
  private static final StateKey<Counter> KEY = StateKey.of("Counter");

  private static final class Counter implements StateData<Counter> {
    private int value;
    private int copies;

    private Counter(int value) {
      this.value = value;
    }

    @Override
    public Counter copy() {
      copies++;
      return new Counter(value);
    }
  }

  @Test
  void givesBackWhatWasWritten() {
    CycleState state = new CycleState();
    Counter counter = new Counter(1);
    state.write(KEY, counter);
    assertThat(state.read(KEY)).isSameAs(counter);
  }

  @Test
  void namesTheKeyThatNobodyWrote() {
    assertThatThrownBy(() -> new CycleState().read(KEY))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("reading \"Counter\" from cycle state: not found");
  }

  @Test
  void aCopySeesTheBaseAndKeepsItsOwnChanges() {
    CycleState base = new CycleState();
    base.write(KEY, new Counter(1));
    CycleState copy = base.copy();
    copy.read(KEY).value = 2;
    assertThat(copy.read(KEY).value).isEqualTo(2);
    assertThat(base.read(KEY).value).isEqualTo(1);
  }

  @Test
  void aCopyThatNobodyReadsCopiesNothing() {
    CycleState base = new CycleState();
    Counter counter = new Counter(1);
    base.write(KEY, counter);
    CycleState copy = base.copy();
    assertThat(counter.copies).isZero();
    copy.read(KEY);
    copy.read(KEY);
    assertThat(counter.copies).isEqualTo(1);
  }

  @Test
  void aCopyOfACopyStartsFromTheCopysContent() {
    CycleState base = new CycleState();
    base.write(KEY, new Counter(1));
    CycleState copy = base.copy();
    copy.read(KEY).value = 2;
    assertThat(copy.copy().read(KEY).value).isEqualTo(2);
  }

  @Test
  void whatACopyDeletesStaysInTheBase() {
    CycleState base = new CycleState();
    base.write(KEY, new Counter(1));
    CycleState copy = base.copy();
    copy.delete(KEY);
    assertThat(copy.find(KEY)).isNull();
    assertThat(copy.copy().find(KEY)).isNull();
    assertThat(base.find(KEY)).isNotNull();
    copy.write(KEY, new Counter(3));
    assertThat(copy.read(KEY).value).isEqualTo(3);
  }

  @Test
  void aCopyInheritsWhichPluginsAreLeftOut() {
    CycleState base = new CycleState();
    base.skipFilterPlugins(Set.of("NodePorts"));
    base.skipScorePlugins(Set.of("ImageLocality"));
    CycleState copy = base.copy();
    copy.skipFilterPlugins(Set.of());
    assertThat(copy.skipScorePlugins()).containsExactly("ImageLocality");
    assertThat(base.skipFilterPlugins()).containsExactly("NodePorts");
  }
}
