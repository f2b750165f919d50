package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.simulator.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {

  private long clock = 5;
  private final List<Long> pauses = new ArrayList<>();

  @Test
  void timePassesSoManyTimesAsFastAsTheClock() {
    VirtualTime time = VirtualTime.create();
    List<Long> ran = new ArrayList<>();
    time.schedule(Duration.ofSeconds(4), () -> ran.add(clock));
    time.schedule(Duration.ofSeconds(60), () -> ran.add(clock));
    Pace pace = Pace.times(2, () -> clock, this::pause);

    pace.pass(time, time.now().plusSeconds(10));

    assertThat(ran).containsExactly(2_000_000_005L);
    assertThat(pauses).containsExactly(2_000_000_000L, 3_000_000_000L);
    assertThat(time.now()).isEqualTo(VirtualTime.create().now().plusSeconds(10));
  }

  @Test
  void workThatTookLongIsCaughtUpWith() {
    VirtualTime time = VirtualTime.create();
    time.schedule(Duration.ofSeconds(1), () -> clock += 3_000_000_000L);
    Pace.times(1, () -> clock, this::pause).pass(time, time.now().plusSeconds(3));
    assertThat(pauses).containsExactly(1_000_000_000L);
  }

  private void pause(long nanos) {
    pauses.add(nanos);
    clock += nanos;
  }
}
