package io.berth.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = VirtualTime.create();
  private final Executor executor = time.executor();
  private final List<String> done = new ArrayList<>();

  @Test
  void nothingRunsUntilSomebodyRunsIt() {
    executor.execute(() -> done.add("task"));
    assertThat(done).isEmpty();

    time.run();
    assertThat(done).containsExactly("task");
  }

  @Test
  void tasksRunInTheOrderInWhichTheyWerePostedAndSoDoThoseThatTheyPost() {
    executor.execute(
        () -> {
          done.add("a");
          executor.execute(() -> done.add("c"));
        });
    executor.execute(() -> done.add("b"));
    time.run();
    assertThat(done).containsExactly("a", "b", "c");
  }

  @Test
  void timersRunInTheOrderOfTheirInstantsAndSeeTheirInstantAsNow() {
    Instant start = time.now();
    time.schedule(SECOND.multipliedBy(2), () -> done.add("late " + Duration.between(start, time.now()).toSeconds()));
    time.schedule(SECOND, () -> done.add("early " + Duration.between(start, time.now()).toSeconds()));

    time.advance(SECOND.multipliedBy(3));

    assertThat(done).containsExactly("early 1", "late 2");
    assertThat(time.now()).isEqualTo(start.plusSeconds(3));
    assertThat(time.nanoTime()).isEqualTo(SECOND.multipliedBy(3).toNanos());
  }

  @Test
  void timersAndTasksOfOneInstantRunInTheOrderInWhichTheyWereMade() {
    time.schedule(Duration.ZERO, () -> done.add("timer 1"));
    executor.execute(() -> done.add("task 1"));
    time.schedule(Duration.ZERO, () -> done.add("timer 2"));
    executor.execute(() -> done.add("task 2"));
    time.run();
    assertThat(done).containsExactly("timer 1", "task 1", "timer 2", "task 2");
  }

  @Test
  void aTimerThatIsDueInThePastIsDueNow() {
    time.schedule(Duration.ofSeconds(-5), () -> done.add("now"));
    time.run();
    assertThat(done).containsExactly("now");
  }

  @Test
  void aCancelledTimerDoesNotRunAndSaysSoOnce() {
    Timer timer = time.schedule(SECOND, () -> done.add("never"));
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.cancel()).isFalse();
    time.advance(SECOND);
    assertThat(done).isEmpty();
  }

  @Test
  void aTimerThatHasRunCannotBeCancelled() {
    Timer timer = time.schedule(SECOND, () -> done.add("ran"));
    time.advance(SECOND);
    assertThat(timer.cancel()).isFalse();
  }

  @Test
  void aTaskThatThrowsSurfacesAndTheNextRunGoesOnAfterIt() {
    executor.execute(
        () -> {
          throw new IllegalArgumentException("boom");
        });
    executor.execute(() -> done.add("after"));

    assertThatThrownBy(time::run).isInstanceOf(IllegalArgumentException.class).hasMessage("boom");
    assertThat(done).isEmpty();

    time.run();
    assertThat(done).containsExactly("after");
  }

  @Test
  void whatPostsItselfForEverAtOneInstantIsFoundOut() {
    VirtualTime limited = VirtualTime.startingAt(Instant.EPOCH, 1000);
    Runnable[] self = new Runnable[1];
    self[0] = () -> limited.executor().execute(self[0]);
    limited.executor().execute(self[0]);
    assertThatThrownBy(limited::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("1000 events");
  }

  @Test
  void runUntilIdleStopsAtTheLastEventOrAtTheLimit() {
    Instant start = time.now();
    time.schedule(SECOND, () -> time.schedule(SECOND, () -> done.add("second")));
    assertThat(time.runUntilIdle(Duration.ofHours(1))).isTrue();
    assertThat(done).containsExactly("second");
    assertThat(time.now()).isEqualTo(start.plusSeconds(2));

    time.schedule(Duration.ofHours(2), () -> done.add("too late"));
    assertThat(time.runUntilIdle(Duration.ofHours(1))).isFalse();
    assertThat(time.now()).isEqualTo(start.plusSeconds(2).plus(Duration.ofHours(1)));
  }

  @Test
  void stepRunsOneEventThatIsDueNow() {
    executor.execute(() -> done.add("a"));
    executor.execute(() -> done.add("b"));
    time.schedule(SECOND, () -> done.add("c"));
    assertThat(time.step()).isTrue();
    assertThat(done).containsExactly("a");
    assertThat(time.step()).isTrue();
    assertThat(time.step()).isFalse();
    assertThat(time.nextEvent()).contains(time.now().plusSeconds(1));
  }

  @Test
  void stepUntilRunsTheNextEventIfItIsDueByThen() {
    Instant start = time.now();
    time.schedule(SECOND, () -> done.add("a"));
    time.schedule(SECOND.multipliedBy(2), () -> done.add("b"));

    assertThat(time.stepUntil(start.plusMillis(500))).isFalse();
    assertThat(time.now()).isEqualTo(start);
    assertThat(time.stepUntil(start.plusSeconds(2))).isTrue();
    assertThat(done).containsExactly("a");
    assertThat(time.now()).isEqualTo(start.plusSeconds(1));
    assertThat(time.stepUntil(start.plusSeconds(2))).isTrue();
    assertThat(time.stepUntil(start.plusSeconds(2))).isFalse();
    assertThat(done).containsExactly("a", "b");
  }

  @Test
  void anEventMayNotRunTheEventsAfterIt() {
    executor.execute(time::run);
    assertThatThrownBy(time::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("may not run");
  }

  @Test
  void anotherThreadMayNotPostWhileEventsRun() {
    List<Throwable> thrown = new ArrayList<>();
    executor.execute(
        () -> {
          Thread other =
              new Thread(
                  () -> {
                    try {
                      executor.execute(() -> done.add("never"));
                    } catch (IllegalStateException e) {
                      thrown.add(e);
                    }
                  });
          other.start();
          try {
            other.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    time.run();
    assertThat(thrown).hasSize(1);
    assertThat(done).isEmpty();
  }

  @Test
  void timeDoesNotGoBack() {
    assertThatThrownBy(() -> time.advance(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void manyTimersOfWhichMostAreCancelledRunInOrder() {
    SplittableRandom random = new SplittableRandom(7);
    List<Long> ran = new ArrayList<>();
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      timers.add(time.schedule(Duration.ofNanos(random.nextLong(1_000_000)), () -> ran.add(time.nanoTime())));
    }
    long cancelled = timers.stream().filter(timer -> random.nextInt(10) > 0 && timer.cancel()).count();

    assertThat(time.runUntilIdle(Duration.ofSeconds(1))).isTrue();
    assertThat(ran).hasSize((int) (20_000 - cancelled)).isSorted();
  }
}
