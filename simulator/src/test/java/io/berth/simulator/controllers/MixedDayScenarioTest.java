package io.berth.simulator.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.internal.ClusterKinds;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixedDayScenarioTest {
  private static final int WHOLE_SHIFT = 8;
  private static final int HALF_SHIFT = 4;

  private static MixedDay day(long seed, int hours) {
    MixedDay day = new MixedDay(seed, hours);
    day.run();
    return day;
  }

  /** Both days are long enough for each controller to be stopped and started several times. */
  @Test
  void theSameSeedGivesTheSameDayByteForByte() {
    MixedDay one = day(1, WHOLE_SHIFT);
    MixedDay again = day(1, WHOLE_SHIFT);
    assertThat(again.log.size()).isEqualTo(one.log.size());
    for (int i = 0; i < one.log.size(); i++) {
      assertThat(again.log.get(i)).as("line %d", i).isEqualTo(one.log.get(i));
    }
    assertThat(one.time.eventsRun()).isEqualTo(again.time.eventsRun());
    assertThat(one.log.size()).isGreaterThan(10_000);
    assertMended(1, one);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3})
  void whateverHappenedDuringTheDayItIsMendedInTheEvening(long seed) {
    assertMended(seed, day(seed, HALF_SHIFT));
  }

  private static void assertMended(long seed, MixedDay day) {
    assertThat(day.tooMuch).as("seed %d: kubelets that gave more than their node has", seed).isEmpty();
    for (Deployment deployment : day.cluster.list(ClusterKinds.DEPLOYMENTS)) {
      int wanted = deployment.getSpec().getReplicas();
      assertThat(deployment.getStatus().getAvailableReplicas()).as("seed %d, %s", seed, deployment.getStatus()).isEqualTo(wanted);
      assertThat(deployment.getStatus().getUpdatedReplicas()).as("seed %d", seed).isEqualTo(wanted);
      assertThat(deployment.getStatus().getReplicas()).as("seed %d", seed).isEqualTo(wanted);
    }
    for (Job job : day.cluster.list(ClusterKinds.JOBS)) {
      assertThat(job.getStatus().getConditions()).as("seed %d, %s", seed, job).hasSize(2);
    }
    for (Node node : day.cluster.list(ResourceKind.NODES)) {
      assertThat(node.getSpec().getTaints()).as("seed %d, %s", seed, node).isEmpty();
    }
  }
}
