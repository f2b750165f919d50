package io.berth.simulator.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.internal.WorkQueue.Next;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private final VirtualTime time = VirtualTime.create();
  private final List<String> looked = new ArrayList<>();
  private final Deque<Next> answers = new ArrayDeque<>();
  private final WorkQueue<String> queue =
      new WorkQueue<>(
          time,
          time.executor(),
          key -> {
            looked.add(key + "@" + time.nanoTime() / 1_000_000);
            return answers.isEmpty() ? Next.DONE : answers.remove();
          });

  @Test
  void aKeyThatIsAddedTwiceIsLookedAtOnce() {
    queue.add("a");
    queue.add("b");
    queue.add("a");
    time.run();
    assertThat(looked).containsExactly("a@0", "b@0");
  }

  @Test
  void aKeyIsNotLookedAtWhileItsRequestIsUnderWay() {
    CompletableFuture<WriteOutcome<String>> answer = new CompletableFuture<>();
    answers.add(new Next.Answered(answer));
    queue.add("a");
    time.run();
    queue.add("a");
    time.run();
    assertThat(looked).containsExactly("a@0");
    answer.complete(new WriteOutcome.Done<>("x"));
    time.run();
    assertThat(looked).containsExactly("a@0", "a@0");
  }

  @Test
  void aRequestThatFailsIsRepeatedAfterAWhileThatGrows() {
    for (int i = 0; i < 4; i++) {
      answers.add(new Next.Answered(CompletableFuture.completedStage(new WriteOutcome.Failed<>("no", null))));
    }
    queue.add("a");
    time.advance(Duration.ofSeconds(1));
    assertThat(looked).containsExactly("a@0", "a@10", "a@30", "a@70", "a@150");
  }

  @Test
  void ofTwoTimesTheEarlierCounts() {
    answers.add(new Next.After(Duration.ofMillis(100)));
    answers.add(new Next.After(Duration.ofMillis(500)));
    queue.add("a");
    queue.add("a");
    time.run();
    queue.add("a");
    time.advance(Duration.ofSeconds(1));
    assertThat(looked).containsExactly("a@0", "a@0", "a@100");
  }

  @Test
  void nothingIsLookedAtAfterAStop() {
    answers.add(new Next.After(Duration.ofMillis(100)));
    queue.add("a");
    time.run();
    queue.stop();
    queue.add("b");
    time.advance(Duration.ofSeconds(1));
    assertThat(looked).containsExactly("a@0");
  }

  @Test
  void aDelayedQueueLooksLater() {
    WorkQueue<String> late =
        new WorkQueue<>(
            time,
            time.executor(),
            Duration.ofSeconds(2),
            key -> {
              looked.add(key);
              return Next.DONE;
            });
    late.add("a");
    time.advance(Duration.ofSeconds(1));
    late.add("a");
    assertThat(looked).isEmpty();
    time.advance(Duration.ofSeconds(1));
    assertThat(looked).containsExactly("a");
  }

  @Test
  void nothingIsLookedAtWhileTheQueueIsHeld() {
    WorkQueue<String> held =
        new WorkQueue<>(
            time,
            time.executor(),
            key -> {
              looked.add(key);
              return Next.DONE;
            });
    held.hold();
    held.add("b");
    held.add("a");
    held.add("b");
    time.run();
    assertThat(looked).isEmpty();
    held.release();
    time.run();
    assertThat(looked).containsExactly("b", "a");
  }

  @Test
  void whoIsAskedToSlowDownDoesWhateverElseHappens() {
    Deque<WriteOutcome<String>> outcomes = new ArrayDeque<>();
    outcomes.add(new WriteOutcome.Throttled<>(Duration.ofSeconds(5), "slow down"));
    WorkQueue<String> asked =
        new WorkQueue<>(
            time,
            time.executor(),
            key -> {
              looked.add(key);
              return outcomes.isEmpty() ? Next.DONE : new Next.Answered(CompletableFuture.completedStage(outcomes.remove()));
            });
    asked.add("a");
    time.advance(Duration.ofSeconds(1));
    asked.add("a");
    time.advance(Duration.ofMillis(3999));
    assertThat(looked).containsExactly("a");
    time.advance(Duration.ofMillis(1));
    assertThat(looked).containsExactly("a", "a");
  }
}
