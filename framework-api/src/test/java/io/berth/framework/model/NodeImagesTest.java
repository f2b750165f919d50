package io.berth.framework.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeImagesTest {

  private static ContainerImage image(long size, String... names) {
    return new ContainerImage(List.of(names), size);
  }

  @Test
  void anImageIsFoundByEachOfItsNames() {
    NodeImages images = NodeImages.of(List.of(image(10, "b:1", "a:1"), image(20, "c:1")));
    assertThat(images.size("a:1")).isEqualTo(10);
    assertThat(images.size("b:1")).isEqualTo(10);
    assertThat(images.size("c:1")).isEqualTo(20);
    assertThat(images.size("d:1")).isEqualTo(-1);
    assertThat(images.names()).containsExactly("a:1", "b:1", "c:1");
  }

  @Test
  void namesWithTheSameHashAreToldApart() {
    NodeImages images = NodeImages.of(List.of(image(1, "Aa"), image(2, "BB"), image(3, "z")));
    assertThat("Aa").hasSameHashCodeAs("BB");
    assertThat(images.size("Aa")).isEqualTo(1);
    assertThat(images.size("BB")).isEqualTo(2);
    assertThat(NodeImages.of(List.of(image(1, "Aa"))).size("BB")).isEqualTo(-1);
  }

  @Test
  void ofTwoImagesWithOneNameTheFirstCounts() {
    assertThat(NodeImages.of(List.of(image(1, "a"), image(2, "a"))).size("a")).isEqualTo(1);
  }
}
