package io.berth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeededCasesTest {
  @Test
  void casesAreTheSameEachTimeAndDifferFromEachOther() {
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    SeededCases.of(10).check(random -> first.add(random.nextLong()));
    SeededCases.of(10).check(random -> second.add(random.nextLong()));
    assertThat(first).isEqualTo(second).doesNotHaveDuplicates();
  }

  @Test
  void seedsSideBySideHaveNothingInCommon() {
    List<Long> drawn = new ArrayList<>();
    SeededCases.of(10).check(random -> random.longs(20).forEach(drawn::add));
    assertThat(drawn).doesNotHaveDuplicates();
  }

  @Test
  void aFailureNamesTheSeedAndHowToRunItAgain() {
    assertThatThrownBy(
            () ->
                SeededCases.of(10)
                    .check(
                        random -> {
                          throw new IllegalStateException("broken");
                        }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("seed 1 fails; run it alone with -Dberth.seed=1: broken")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void randomObjectsAreTheSameForTheSameSeedAndOfManyKinds() {
    List<String> seen = new ArrayList<>();
    SeededCases.of(50)
        .check(
            random -> {
              RandomObjects objects = new RandomObjects(random);
              PodInfo pod = objects.pod("p").info();
              NodeInfo node = objects.node("n").info();
              seen.add(
                  (pod.hasAffinity() ? "affinity " : "")
                      + (pod.topologySpreadConstraints().isEmpty() ? "" : "spread ")
                      + (pod.hostPorts().isEmpty() ? "" : "port ")
                      + (node.taints().isEmpty() ? "" : "taint "));
            });
    String all = String.join("", seen);
    assertThat(all).contains("affinity", "spread", "port", "taint");
    assertThat(seen).contains("");
  }
}
