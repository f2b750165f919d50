package io.berth.plugins.podtopologyspread;

import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.replicaSet;
import static io.berth.testkit.Fixtures.replicationController;
import static io.berth.testkit.Fixtures.service;
import static io.berth.testkit.Fixtures.statefulSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.plugins.internal.index.TestCluster;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Source: pkg/scheduler/framework/plugins/helper/spread_test.go, v1.37.2. */
class DefaultSelectorParityTest {
  private final TestCluster cluster = new TestCluster();
  private final DefaultSelector selector = new DefaultSelector(cluster.handle());

  private static PodFixture owned(String apiVersion, String kind) {
    return pod("p").label("app", "x").label("tier", "back").ownerReference(apiVersion, kind, "owner");
  }

  private String selectorOf(PodFixture pod) {
    return selector.of(pod.info()).toString();
  }

  @Test
  void withoutServiceAndControllerEverythingBelongsTogether() {
    cluster.put(ResourceKind.SERVICES, service("other", "app", "y"));

    assertThat(selector.of(pod("p").label("app", "x").info()).isEverything()).isTrue();
  }

  @Test
  void theSelectorsOfAllServicesOfThePodCount() {
    cluster.put(ResourceKind.SERVICES, service("s1", "app", "x"));
    cluster.put(ResourceKind.SERVICES, service("s2", "tier", "back"));
    cluster.put(ResourceKind.SERVICES, service("other", "app", "y"));

    assertThat(selectorOf(pod("p").label("app", "x").label("tier", "back"))).isEqualTo("app=x,tier=back");
    assertThat(selectorOf(pod("p").namespace("elsewhere").label("app", "x"))).isEmpty();
  }

  @Test
  void aServiceWithoutSelectorSelectsNothing() {
    Service service = service("s1");
    service.getSpec().setSelector(null);
    cluster.put(ResourceKind.SERVICES, service);

    assertThat(selectorOf(pod("p").label("app", "x"))).isEmpty();
  }

  @Test
  void theSelectorOfTheControllerCounts() {
    cluster.put(ResourceKind.SERVICES, service("s1", "app", "x"));
    cluster.put(ResourceKind.REPLICA_SETS, replicaSet("owner", 1, "tier", "back"));
    cluster.put(ResourceKind.STATEFUL_SETS, statefulSet("owner", 1, "app", "x"));
    cluster.put(ResourceKind.REPLICATION_CONTROLLERS, replicationController("owner", 1, "rc", "1"));

    assertThat(selectorOf(owned("apps/v1", "ReplicaSet"))).isEqualTo("app=x,tier=back");
    assertThat(selectorOf(owned("apps/v1", "StatefulSet"))).isEqualTo("app=x");
    assertThat(selectorOf(owned("v1", "ReplicationController"))).isEqualTo("app=x,rc=1");
  }

  @Test
  void controllersThatAreUnknownOrOfAnotherKindDoNotCount() {
    cluster.put(ResourceKind.SERVICES, service("s1", "app", "x"));
    cluster.put(ResourceKind.REPLICA_SETS, replicaSet("other", 1, "tier", "back"));

    assertThat(selectorOf(owned("apps/v1", "ReplicaSet"))).isEqualTo("app=x");
    assertThat(selectorOf(owned("batch/v1", "Job"))).isEqualTo("app=x");
    assertThat(selectorOf(owned("extensions/v1beta1", "ReplicaSet"))).isEqualTo("app=x");
  }

  @Test
  void aControllerWithABrokenSelectorSelectsNothingMore() {
    ReplicaSet broken = replicaSet("owner", 1, "tier", "back");
    broken.getSpec().getSelector().setMatchExpressions(List.of(new LabelSelectorRequirement("a", "Near", List.of("b"))));
    cluster.put(ResourceKind.SERVICES, service("s1", "app", "x"));
    cluster.put(ResourceKind.REPLICA_SETS, broken);

    assertThat(selectorOf(owned("apps/v1", "ReplicaSet"))).isEqualTo("app=x");
  }
}
