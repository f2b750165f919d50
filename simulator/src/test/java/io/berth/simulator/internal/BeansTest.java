package io.berth.simulator.internal;

import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.testkit.AffinityKind;
import io.berth.testkit.RandomObjects;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BeansTest {
  @Test
  void aFrozenCopyIsEqualAndSharesNothingThatCanChange() {
    Pod original = pod("p").label("a", "b").req("cpu", "1").podAffinity("z", matching("x", "y"), AffinityKind.REQUIRED).obj();
    original.setAdditionalProperty("more", Map.of("k", "v"));
    Pod copy = Beans.frozen(original);
    assertThat(copy).isEqualTo(original).isNotSameAs(original);

    original.getSpec().getContainers().get(0).getResources().getRequests().put("cpu", new Quantity("2"));
    original.getSpec().getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().clear();
    assertThat(copy.getSpec().getContainers().get(0).getResources().getRequests()).containsEntry("cpu", new Quantity("1"));
    assertThat(copy.getSpec().getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution()).hasSize(1);
    assertThatThrownBy(() -> copy.getSpec().getContainers().get(0).getResources().getRequests().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aShallowCopyIsANewObjectAroundTheSameContent() {
    Pod original = pod("p").obj();
    Pod copy = Beans.shallow(original);
    assertThat(copy).isEqualTo(original).isNotSameAs(original);
    assertThat(copy.getSpec()).isSameAs(original.getSpec());
  }

  @Test
  void aFrozenObjectCanBeBuiltUpon() {
    Pod frozen = Beans.frozen(pod("p").label("a", "b").req("cpu", "1").obj());
    Pod changed = new PodBuilder(frozen).editMetadata().addToLabels("c", "d").endMetadata().build();
    assertThat(changed.getMetadata().getLabels()).hasSize(2);
    assertThat(frozen.getMetadata().getLabels()).hasSize(1);
  }

  @Test
  void copiesOfRandomPodsAreEqualToTheirOriginals() {
    SeededCases.of(100)
        .check(
            random -> {
              Pod original = new RandomObjects(random).pod("p").obj();
              assertThat(Beans.frozen(original)).isEqualTo(original);
            });
  }
}
