package io.berth.plugins.imagelocality;

import static io.berth.testkit.Fixtures.container;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeCache;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Source: plugins/imagelocality/image_locality_test.go, v1.37.2. */
class ImageLocalityParityTest {
  private static final long MIB = 1024 * 1024;

  private static PodFixture using(int... images) {
    PodFixture pod = pod("p");
    for (int image : images) {
      pod.container("gcr.io/" + image);
    }
    return pod;
  }

  /** A node with images that are named by their size. */
  private static NodeInfo having(String name, int... sizes) {
    NodeFixture node = node(name);
    for (int size : sizes) {
      node.image("gcr.io/" + size + ":latest", size * MIB);
    }
    return node.info();
  }

  private static Map<String, Long> scores(PodInfo pod, NodeInfo... nodes) {
    FakeCache cache = new FakeCache();
    for (NodeInfo node : nodes) {
      cache.put(node.node());
    }
    cache.snapshot();
    ImageLocality plugin = new ImageLocality(new FakeHandle(cache));
    Map<String, Long> scores = Cycle.of(plugin, pod).scores(nodes);
    assertThat(Cycle.of(plugin, pod).scoresWithoutPreScore(nodes)).isEqualTo(scores);
    return scores;
  }

  @Test
  void theNodeWithTheLargerImageIsPreferred() {
    assertThat(scores(using(40, 250).info(), having("a", 40, 300, 2000), having("b", 250, 10)))
        .isEqualTo(Map.of("a", 0L, "b", 5L));
  }

  @Test
  void theNodeWithBothImagesIsPreferred() {
    assertThat(scores(using(40, 300).info(), having("a", 40, 300, 2000), having("b", 250, 10)))
        .isEqualTo(Map.of("a", 7L, "b", 0L));
  }

  @Test
  void noScoreIsAboveTheLimit() {
    assertThat(scores(using(10, 4000).info(), having("a", 4000, 30), having("b", 250, 10)))
        .isEqualTo(Map.of("a", 100L, "b", 0L));
  }

  @Test
  void anImageOnFewOfManyNodesCountsForLess() {
    assertThat(scores(using(10, 4000).info(), having("a", 4000, 30), having("b", 250, 10), having("c")))
        .isEqualTo(Map.of("a", 66L, "b", 0L, "c", 0L));
  }

  @Test
  void moreImagesNeedMoreSizeForTheSameScore() {
    assertThat(
            scores(
                using(300, 600, 900).info(), having("a", 600, 40, 900), having("b", 300, 600, 900), having("c")))
        .isEqualTo(Map.of("a", 32L, "b", 36L, "c", 0L));
  }

  @Test
  void initContainersCount() {
    PodInfo pod = using(30).initContainers(container("i").image("gcr.io/300").obj()).info();
    assertThat(scores(pod, having("a", 40, 300, 2000), having("b", 20, 30, 40)))
        .isEqualTo(Map.of("a", 6L, "b", 0L));
  }

  @Test
  void imageVolumesCount() {
    PodInfo pod =
        using(30)
            .volumes(new VolumeBuilder().withName("v").withNewImage().withReference("gcr.io/300").endImage().build())
            .info();
    assertThat(scores(pod, having("a", 40, 300, 2000), having("b", 20, 30, 40)))
        .isEqualTo(scores(using(30, 300).info(), having("a", 40, 300, 2000), having("b", 20, 30, 40)));
  }

  @Test
  void aNameWithoutTagMeansLatest() {
    NodeInfo tagged = node("a").image("gcr.io/x:v1", 500 * MIB).info();
    NodeInfo latest = node("b").image("gcr.io/x:latest", 500 * MIB).info();
    assertThat(scores(pod("p").container("gcr.io/x").info(), tagged, latest)).isEqualTo(Map.of("a", 0L, "b", 23L));
    NodeInfo port = node("b").image("reg:5000/x:latest", 500 * MIB).info();
    assertThat(scores(pod("p").container("reg:5000/x").info(), port)).isEqualTo(Map.of("b", 48L));
  }

  @Test
  void whereNodesReportDifferentSizesEachNodesOwnCounts() {
    NodeInfo small = node("small").image("gcr.io/x:latest", 100 * MIB).info();
    NodeInfo large = node("large").image("gcr.io/x:latest", 800 * MIB).info();
    assertThat(scores(pod("p").container("gcr.io/x").info(), small, large))
        .isEqualTo(Map.of("small", 7L, "large", 79L));
  }

  @Test
  void aPodWithoutContainersScoresNothing() {
    assertThat(scores(pod("p").info(), having("a", 40))).isEqualTo(Map.of("a", 0L));
  }
}
