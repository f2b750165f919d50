package io.berth.framework.model;

import static io.berth.framework.model.TestObjects.info;
import static io.berth.framework.model.TestObjects.node;
import static io.berth.framework.model.TestObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeInfoEditPropertyTest {

  /** Everything that a node says of its pods. */
  private record Content(List<PodInfo> pods, List<PodInfo> affinity, List<PodInfo> anti, HostPortInfo ports, Object requested,
      long milliCpu, long memory) {

    static Content of(NodeInfo info) {
      return new Content(List.copyOf(info.pods()), List.copyOf(info.podsWithAffinity()),
          List.copyOf(info.podsWithRequiredAntiAffinity()), info.usedPorts(), info.requested(),
          info.nonZeroRequestedMilliCpu(), info.nonZeroRequestedMemory());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyStepEqualsANodeBuiltAfreshAndUndoingAllGivesTheOriginal(long seed) {
    Random random = new Random(seed);
    NodeInfo original = NodeInfo.of(node("n").build());
    for (int i = random.nextInt(12); i > 0; i--) {
      original = original.withPod(randomPod(random, "start" + i));
    }
    Content before = Content.of(original);
    NodeInfo.Edit edit = original.edit();
    NodeInfo model = original;
    Deque<NodeInfo> history = new ArrayDeque<>();
    Deque<Long> generations = new ArrayDeque<>();

    for (int step = 0; step < 300; step++) {
      String at = "seed " + seed + ", step " + step;
      int choice = random.nextInt(5);
      if (choice < 2) {
        PodInfo pod = randomPod(random, "step" + step);
        history.push(model);
        generations.push(edit.view().generation());
        model = model.withPod(pod);
        edit.add(pod);
      } else if (choice == 4 && !history.isEmpty()) {
        model = history.pop();
        edit.undo();
        assertThat(edit.view().generation()).as(at).isEqualTo(generations.pop());
      } else if (!model.pods().isEmpty()) {
        PodInfo pod = model.pods().get(random.nextInt(model.pods().size()));
        history.push(model);
        generations.push(edit.view().generation());
        model = model.withoutPod(pod.uid());
        edit.remove(pod);
      }
      assertThat(Content.of(edit.view())).as(at).isEqualTo(Content.of(model));
      assertThat(sums(edit.view())).as(at).isEqualTo(sums(rebuilt(edit.view())));
      assertThat(edit.size()).as(at).isEqualTo(history.size());
    }
    while (edit.size() > 0) {
      edit.undo();
    }
    assertThat(Content.of(edit.view())).as("seed %d", seed).isEqualTo(before).isEqualTo(Content.of(original));
    assertThat(edit.view().generation()).as("seed %d", seed).isEqualTo(original.generation());
  }

  private static NodeInfo rebuilt(NodeInfo info) {
    NodeInfo rebuilt = NodeInfo.of(info.node());
    for (PodInfo pod : info.pods()) {
      rebuilt = rebuilt.withPod(pod);
    }
    return rebuilt;
  }

  /** What does not depend on the order in which pods came and went, but for the pods themselves. */
  private static List<Object> sums(NodeInfo info) {
    Content content = Content.of(info);
    List<PodInfo> affinity = new ArrayList<>(info.podsWithAffinity());
    List<PodInfo> anti = new ArrayList<>(info.podsWithRequiredAntiAffinity());
    affinity.sort((a, b) -> a.uid().compareTo(b.uid()));
    anti.sort((a, b) -> a.uid().compareTo(b.uid()));
    return List.of(content.pods, affinity, anti, content.ports, content.requested, content.milliCpu, content.memory);
  }

  /** No two pods take the same one: an edit frees it for both. */
  private static int portOf(String name) {
    int number = Integer.parseInt(name.replaceAll("\\D", ""));
    return name.startsWith("start") ? 1000 + number : 2000 + number;
  }

  private static PodInfo randomPod(Random random, String name) {
    PodBuilder pod = pod(name).editSpec().addNewContainer().withName("c").withNewResources().withRequests(Map.of(
        "cpu", new Quantity(random.nextInt(4000) + "m"), random.nextBoolean() ? "memory" : "example.com/gpu",
        new Quantity(random.nextInt(10) == 0 ? "9223372036854775807" : String.valueOf(random.nextInt(1000)))))
        .endResources().addNewPort().withHostPort(portOf(name)).endPort().endContainer().endSpec();
    if (random.nextInt(3) == 0) {
      pod.editSpec().withNewAffinity().withNewPodAffinity().endPodAffinity().endAffinity().endSpec();
    }
    if (random.nextInt(3) == 0) {
      pod.editSpec().withNewAffinity().withNewPodAntiAffinity().addNewRequiredDuringSchedulingIgnoredDuringExecution()
          .withTopologyKey("zone").endRequiredDuringSchedulingIgnoredDuringExecution().endPodAntiAffinity().endAffinity()
          .endSpec();
    }
    return info(pod.build());
  }

  @Test
  void copiesOfAViewDoNotFollowTheEdit() {
    NodeInfo original = NodeInfo.of(node("n").build()).withPod(info(pod("a").build()));
    NodeInfo.Edit edit = original.edit();
    edit.add(info(pod("b").build()));
    NodeInfo copy = edit.view().withPod(info(pod("c").build()));
    NodeInfo sameNode = edit.view().withNode(node("n").build());
    NodeInfo.Edit nested = edit.view().edit();
    edit.undo();
    edit.remove(info(pod("a").build()));

    assertThat(copy.pods()).extracting(PodInfo::name).containsExactly("a", "b", "c");
    assertThat(sameNode.pods()).extracting(PodInfo::name).containsExactly("a", "b");
    assertThat(nested.view().pods()).extracting(PodInfo::name).containsExactly("a", "b");
    assertThat(edit.view().pods()).isEmpty();
    assertThat(original.pods()).extracting(PodInfo::name).containsExactly("a");
  }

  @Test
  void refusesWhatCannotBe() {
    NodeInfo.Edit edit = NodeInfo.of(node("n").build()).edit();

    assertThatThrownBy(edit::undo).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> edit.remove(info(pod("x").build()))).isInstanceOf(IllegalArgumentException.class);
    assertThat(edit.size()).isZero();
  }
}
