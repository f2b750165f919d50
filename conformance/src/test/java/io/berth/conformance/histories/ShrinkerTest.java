package io.berth.conformance.histories;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShrinkerTest {
  @Test
  void whatHasNothingToDoWithTheFailureIsLeftOut() {
    History history = HistoryGenerator.of(5, HistoryGenerator.Options.DEFAULTS);
    long pods = history.steps().stream().filter(step -> step.action() instanceof Action.AddPod).count();
    assertThat(pods).isGreaterThan(2);

    History shortest = new Shrinker(ShrinkerTest::hasACpuPodAndACrashAfterIt).shrink(with(history, new Action.Crash()));

    assertThat(shortest.steps()).hasSize(2);
    assertThat(shortest.steps()).allMatch(step -> step.events() == 0 && step.after().isZero());
    PodSpec pod = ((Action.AddPod) shortest.steps().get(0).action()).pod();
    assertThat(pod.rules()).isEqualTo(PodSpec.Rules.NONE);
    assertThat(pod.life()).isEqualTo(PodSpec.Life.PLAIN);
    assertThat(pod.size().milliCpu()).isPositive();
    assertThat(pod.size().memoryMi()).isZero();
    assertThat(shortest.slow()).isFalse();
  }

  @Test
  void aHistoryThatCannotBeShorterStaysAsItIs() {
    History history = HistoryGenerator.of(5, HistoryGenerator.Options.DEFAULTS);
    assertThat(new Shrinker(history::equals).shrink(history)).isEqualTo(history);
  }

  @Test
  void aHistoryIsPrintedStepByStep() {
    History history = HistoryGenerator.of(5, HistoryGenerator.Options.DEFAULTS);
    assertThat(history.toString().lines()).hasSize(history.steps().size() + 1);
    assertThat(history.toString()).startsWith("history of seed 5").contains("SetNode[node=n0 cpu=");
  }

  private static History with(History history, Action action) {
    var steps = new java.util.ArrayList<>(history.steps());
    steps.add(new History.Step(3, java.time.Duration.ofMillis(1234), action));
    return history.with(steps);
  }

  private static boolean hasACpuPodAndACrashAfterIt(History history) {
    boolean pod = false;
    for (History.Step step : history.steps()) {
      pod |= step.action() instanceof Action.AddPod add && add.pod().size().milliCpu() > 0;
      if (pod && step.action() instanceof Action.Crash) {
        return true;
      }
    }
    return false;
  }
}
