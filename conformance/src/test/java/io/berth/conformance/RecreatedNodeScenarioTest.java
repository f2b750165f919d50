package io.berth.conformance;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.resource.ResourceName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that is deleted and made again under its name is another node. */
class RecreatedNodeScenarioTest {

  private final SteppedScheduler scheduler = new SteppedScheduler();

  @AfterEach
  void cacheQueueAndNominatorAgree() {
    scheduler.check();
    scheduler.close();
  }

  /**
   * Both nodes have seen the same number of changes when a snapshot is taken of them. The second must not be mistaken for the first.
   *
   * <p>upstream: kubernetes/kubernetes issue 63262
   */
  @Test
  void theSnapshotShowsTheNodeThatIsThereNow() {
    scheduler.cluster().create(node("n1").uid("first").cpu("2").obj());
    scheduler.cluster().create(pod("big").cpu("4").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();
    assertThat(allocatableCpu()).isEqualTo(2000);

    scheduler.cluster().remove(node("n1").obj());
    scheduler.cluster().create(node("n1").uid("second").cpu("8").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();

    assertThat(allocatableCpu()).isEqualTo(8000);
    assertThat(scheduler.pod("default", "big").getSpec().getNodeName()).isEqualTo("n1");
  }

  /** As before, with a pod that was on the first node and went with it. */
  @Test
  void podsOfTheFirstNodeDoNotCountOnTheSecond() {
    scheduler.cluster().create(node("n1").uid("first").cpu("2").obj());
    scheduler.cluster().create(pod("old").cpu("2").on("n1").obj());
    scheduler.cluster().create(pod("new").cpu("2").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();
    assertThat(scheduler.pod("default", "new").getSpec().getNodeName()).isNullOrEmpty();

    scheduler.cluster().remove(node("n1").obj());
    scheduler.cluster().remove(pod("old").obj());
    scheduler.cluster().create(node("n1").uid("second").cpu("2").obj());
    scheduler.settle();
    scheduler.cycle();
    scheduler.settle();
    assertThat(scheduler.pod("default", "new").getSpec().getNodeName()).isEqualTo("n1");
  }

  private long allocatableCpu() {
    return scheduler.scheduler().snapshot().nodes().get(0).allocatable().get(ResourceName.CPU);
  }
}
