package io.berth.framework.model;

import static io.berth.framework.model.TestObjects.info;
import static io.berth.framework.model.TestObjects.pod;
import static io.berth.framework.model.TestObjects.requesting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.PodResources;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.selector.PreferredNodeAffinity;
import io.berth.framework.selector.RequiredNodeAffinity;
import io.berth.framework.selector.TolerationSet;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodInfoTest {

  @Test
  void readsWhatACycleNeeds() {
    PodInfo info = info(requesting("p", "100m", "1Gi")
        .editMetadata().addToLabels("app", "web").withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata()
        .editSpec().withPriority(7).withPreemptionPolicy("Never").withSchedulerName("berth").withNodeName("n1")
        .addNewSchedulingGate("wait").endSpec()
        .withNewStatus().withPhase("Running").withNominatedNodeName("n2").withStartTime("2026-01-01T01:02:03Z").endStatus()
        .build());

    assertThat(info.key()).isEqualTo("default/p");
    assertThat(info.namespace()).isEqualTo("default");
    assertThat(info.name()).isEqualTo("p");
    assertThat(info.uid()).isEqualTo("uid-p");
    assertThat(info.labels()).isEqualTo(Map.of("app", "web"));
    assertThat(info.priority()).isEqualTo(7);
    assertThat(info.neverPreempts()).isTrue();
    assertThat(info.schedulerName()).isEqualTo("berth");
    assertThat(info.nodeName()).isEqualTo("n1");
    assertThat(info.nominatedNodeName()).isEqualTo("n2");
    assertThat(info.schedulingGates()).containsExactly("wait");
    assertThat(info.terminating()).isTrue();
    assertThat(info.terminal()).isFalse();
    assertThat(info.startTime()).isEqualTo(Instant.parse("2026-01-01T01:02:03Z"));
    assertThat(info.resources().incoming().get(ResourceName.CPU)).isEqualTo(100);
    assertThat(info).hasToString("default/p on n1");
  }

  @Test
  void fillsInDefaultsForAnEmptyObject() {
    PodInfo info = PodInfo.of(new Pod(), pod -> PodResources.NONE);

    assertThat(info.key()).isEqualTo("/");
    assertThat(info.uid()).isEqualTo("/");
    assertThat(info.labels()).isEmpty();
    assertThat(info.priority()).isZero();
    assertThat(info.neverPreempts()).isFalse();
    assertThat(info.nodeName()).isEmpty();
    assertThat(info.nominatedNodeName()).isEmpty();
    assertThat(info.schedulerName()).isEqualTo("default-scheduler");
    assertThat(info.startTime()).isNull();
    assertThat(info.hasAffinity()).isFalse();
    assertThat(info.parseError()).isNull();
    assertThat(info.hostPorts()).isEmpty();
    assertThat(info.tolerations()).isSameAs(TolerationSet.none());
    assertThat(info.requiredNodeAffinity()).isSameAs(RequiredNodeAffinity.any());
    assertThat(info.preferredNodeAffinity()).isSameAs(PreferredNodeAffinity.none());
    assertThat(info.topologySpreadConstraints()).isEmpty();
    assertThat(info.images()).isEmpty();
    assertThat(info.resources()).isSameAs(PodResources.NONE);
  }

  @Test
  void aPodWithoutUidIsIdentifiedByItsKey() {
    assertThat(info(pod("p").editMetadata().withUid(null).endMetadata().build()).uid()).isEqualTo("default/p");
  }

  @Test
  void theAssumedCopyIsOnANodeWhileTheObjectIsNot() {
    PodInfo info = info(pod("p").build());
    PodInfo assumed = info.withNodeName("n1");

    assertThat(assumed.nodeName()).isEqualTo("n1");
    assertThat(assumed.pod()).isSameAs(info.pod());
    assertThat(assumed.pod().getSpec().getNodeName()).isNull();
    assertThat(info.nodeName()).isEmpty();
    assertThat(assumed.resources()).isSameAs(info.resources());
    assertThat(assumed.withNodeName("").nodeName()).isEmpty();
  }

  @Test
  void knowsWhenAPodIsDone() {
    assertThat(info(pod("p").withNewStatus().withPhase("Succeeded").endStatus().build()).terminal()).isTrue();
    assertThat(info(pod("p").withNewStatus().withPhase("Failed").endStatus().build()).terminal()).isTrue();
    assertThat(info(pod("p").withNewStatus().withPhase("Pending").endStatus().build()).terminal()).isFalse();
  }

  @Test
  void refusesWhatNoApiServerLetsIn() {
    Pod amount = requesting("p", "1x", "1").build();
    Pod time = pod("p").withNewStatus().withStartTime("yesterday").endStatus().build();

    assertThatThrownBy(() -> info(amount)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("\"1x\"");
    assertThatThrownBy(() -> info(time)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("yesterday");
  }

  @Test
  void takesHostPortsOfSidecarsAndContainersButNotOfOtherInitContainers() {
    PodInfo info = info(pod("p").editSpec()
        .addNewInitContainer().addNewPort().withHostPort(1).endPort().endInitContainer()
        .addNewInitContainer().withRestartPolicy("Always").addNewPort().withHostPort(2).withProtocol("UDP").endPort()
        .endInitContainer()
        .addNewContainer().addNewPort().withHostPort(3).withHostIP("10.0.0.1").endPort()
        .addNewPort().withContainerPort(80).endPort().addNewPort().withHostPort(0).endPort().endContainer()
        .endSpec().build());

    assertThat(info.hostPorts()).containsExactly(new HostPort("", "UDP", 2), new HostPort("10.0.0.1", "TCP", 3));
  }

  @Test
  void listsImagesWithTheirTags() {
    PodInfo info = info(pod("p").editSpec()
        .addNewInitContainer().withImage("init").endInitContainer()
        .addNewContainer().withImage("registry:5000/app").endContainer()
        .addNewContainer().withImage("app:1").endContainer()
        .addNewContainer().withImage("app@sha256:abc").endContainer()
        .addNewVolume().withName("v").withNewImage().withReference("data").endImage().endVolume()
        .addNewVolume().withName("w").endVolume()
        .endSpec().build());

    assertThat(info.images())
        .containsExactly("init:latest", "registry:5000/app:latest", "app:1", "app@sha256:abc", "data:latest");
    assertThat(info.images()).isSameAs(info.images());
  }

  @Test
  void compilesNodeAffinityOnceAndOnlyOnDemand() {
    PodInfo info = info(pod("p").editSpec().addToNodeSelector("disk", "ssd").withNewAffinity().withNewNodeAffinity()
        .addNewPreferredDuringSchedulingIgnoredDuringExecution().withWeight(5).withNewPreference()
        .addNewMatchExpression().withKey("zone").withOperator("Exists").endMatchExpression().endPreference()
        .endPreferredDuringSchedulingIgnoredDuringExecution().endNodeAffinity().endAffinity().endSpec().build());

    assertThat(info.requiredNodeAffinity().matches("n", Map.of("disk", "ssd"))).isTrue();
    assertThat(info.requiredNodeAffinity()).isSameAs(info.requiredNodeAffinity());
    assertThat(info.preferredNodeAffinity().score("n", Map.of("zone", "a"))).isEqualTo(5);
    assertThat(info.hasAffinity()).isFalse();
  }

  @Test
  void usesTheFormulaThatItIsGiven() {
    PodResources given = EffectiveRequests.upstream().of(requesting("other", "5", "5").build());

    assertThat(PodInfo.of(pod("p").build(), pod -> given).resources()).isSameAs(given);
  }
}
