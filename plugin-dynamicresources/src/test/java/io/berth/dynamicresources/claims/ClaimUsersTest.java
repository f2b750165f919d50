package io.berth.dynamicresources.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class ClaimUsersTest {
  private final ClaimUsers users = new ClaimUsers();

  private static Pod pod(String name, String... claims) {
    PodBuilder pod = new PodBuilder().withNewMetadata().withNamespace("default").withName(name).endMetadata();
    for (String claim : claims) {
      pod.editOrNewSpec().addNewResourceClaim().withName("r-" + claim).withResourceClaimName(claim).endResourceClaim().endSpec();
    }
    return pod.build();
  }

  @Test
  void podsAreFoundByTheClaimsThatTheyName() {
    users.onAdd(pod("p2", "a"));
    users.onAdd(pod("p1", "a", "b"));
    users.onAdd(pod("p3"));

    assertThat(users.of("default/a")).containsExactly("default/p2", "default/p1");
    assertThat(users.of("default/b")).containsExactly("default/p1");
    assertThat(users.of("other/a")).isEmpty();
  }

  @Test
  void aPodThatNamesOtherClaimsByNowIsFoundByThoseAlone() {
    users.onAdd(pod("p1", "a", "b"));
    users.onUpdate(pod("p1", "a", "b"), pod("p1", "b", "c"));

    assertThat(users.of("default/a")).isEmpty();
    assertThat(users.of("default/b")).containsExactly("default/p1");
    assertThat(users.of("default/c")).containsExactly("default/p1");
  }

  @Test
  void aDeletedPodIsForgotten() {
    users.onAdd(pod("p1", "a"));
    users.onDelete(pod("p1", "a"), false);
    users.onDelete(pod("p1", "a"), false);

    assertThat(users.of("default/a")).isEmpty();
  }
}
