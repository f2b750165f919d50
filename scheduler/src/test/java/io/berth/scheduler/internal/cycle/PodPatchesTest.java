package io.berth.scheduler.internal.cycle;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.NominatingInfo;
import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.runtime.SchedulingThread;
import io.berth.testkit.FakeTimers;
import io.fabric8.kubernetes.api.model.Pod;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PodPatchesTest {
  private final FakeTimers time = new FakeTimers();
  private final List<PodStatusPatch> sent = new ArrayList<>();
  private final List<CompletableFuture<WriteOutcome<Pod>>> answers = new ArrayList<>();
  private final PodStatusWriter writer =
      new PodStatusWriter(new PodPatches(slowWrites(), new SchedulingThread(time)), time);
  private final PodInfo v1 = pod("p").resourceVersion("1").info();

  private ClusterWrites slowWrites() {
    return (ClusterWrites)
        Proxy.newProxyInstance(
            PodPatchesTest.class.getClassLoader(),
            new Class<?>[] {ClusterWrites.class},
            (proxy, method, arguments) -> {
              sent.add((PodStatusPatch) arguments[1]);
              CompletableFuture<WriteOutcome<Pod>> answer = new CompletableFuture<>();
              answers.add(answer);
              return answer;
            });
  }

  private void answer(int i, WriteOutcome<Pod> outcome) {
    answers.get(i).complete(outcome);
    time.run();
  }

  private void clear(PodInfo pod) {
    writer.notScheduled(pod, "Unschedulable", "no", NominatingInfo.CLEAR);
  }

  @Test
  void aLaterPatchWaitsForTheEarlierOne() {
    writer.nominated(v1, "n1");
    clear(v1);
    assertThat(sent).hasSize(1);

    answer(0, new WriteOutcome.Done<>(v1.pod()));
    assertThat(sent).hasSize(2);
  }

  @Test
  void whatWaitsForPatchesComesAfterTheLastOfThem() {
    List<String> ran = new ArrayList<>();
    writer.whenWritten(v1, () -> ran.add("nothing is open"));
    writer.nominated(v1, "n1");
    clear(v1);
    writer.whenWritten(v1, () -> ran.add("both have their outcomes"));

    answer(0, new WriteOutcome.Done<>(v1.pod()));
    assertThat(ran).containsExactly("nothing is open");
    answer(1, new WriteOutcome.NotFound<>("gone"));
    assertThat(ran).containsExactly("nothing is open", "both have their outcomes");
  }

  @Test
  void aNominationIsTakenBackEvenBeforeItsEchoHasCome() {
    writer.nominated(v1, "n1");
    answer(0, new WriteOutcome.Done<>(v1.pod()));
    clear(v1);

    assertThat(sent.get(1).nominatedNodeName()).isEmpty();
  }

  @Test
  void afterTheEchoThePodItselfTells() {
    writer.nominated(v1, "n1");
    answer(0, new WriteOutcome.Done<>(v1.pod()));
    PodInfo byAnother = pod("p").resourceVersion("3").nominatedNodeName("n2").info();
    writer.nominated(byAnother, "n2");

    assertThat(sent).hasSize(1);
  }

  @Test
  void aPatchThatFailedCountsForNothing() {
    writer.nominated(v1, "n1");
    answer(0, new WriteOutcome.Conflict<>("busy"));
    writer.nominated(v1, "n1");

    assertThat(sent).hasSize(2);
  }

  @Test
  void whatThePodHasIsNotWrittenAgain() {
    writer.nominated(pod("p").nominatedNodeName("n1").info(), "n1");

    assertThat(sent).isEmpty();
  }
}
