package io.berth.plugins.nodedeclaredfeatures;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.FeatureGates;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

/** Source: plugins/nodedeclaredfeatures/nodedeclaredfeatures_test.go and component-helpers/nodedeclaredfeatures, v1.37.2. */
class NodeDeclaredFeaturesParityTest {
  private static final String USER_NAMESPACES = "UserNamespacesHostNetworkSupport";
  private static final String RESTART_ALL = "RestartAllContainersOnContainerExits";
  private static final String MOUNT_OPTIONS = "VolumeBindMountOptions";

  private final NodeDeclaredFeatures plugin = new NodeDeclaredFeatures(new FakeHandle());

  private static Pod hostNetworkWithUserNamespace() {
    return new PodBuilder(pod("p").obj()).editSpec().withHostNetwork(true).withHostUsers(false).endSpec().build();
  }

  private static PodInfo info(Pod pod) {
    return PodInfo.of(pod, EffectiveRequests.upstream());
  }

  private static ContainerBuilder restartingAll() {
    return new ContainerBuilder()
        .withName("c")
        .addNewRestartPolicyRule()
        .withAction("RestartAllContainers")
        .endRestartPolicyRule();
  }

  private static ContainerBuilder withMountOptions() {
    return new ContainerBuilder()
        .withName("c")
        .addNewVolumeMount()
        .withMountPath("/scratch")
        .withBindMountOptions("noexec")
        .endVolumeMount();
  }

  @Test
  void anOrdinaryPodNeedsNothing() {
    assertThat(PodFeatures.neededBy(pod("p").obj())).isEmpty();
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void hostNetworkNeedsAFeatureOnlyTogetherWithAUserNamespace() {
    assertThat(PodFeatures.neededBy(hostNetworkWithUserNamespace())).containsExactly(USER_NAMESPACES);
    PodBuilder base = new PodBuilder(pod("p").obj());
    assertThat(PodFeatures.neededBy(base.editSpec().withHostNetwork(true).endSpec().build())).isEmpty();
    assertThat(PodFeatures.neededBy(base.editSpec().withHostUsers(true).endSpec().build())).isEmpty();
  }

  @Test
  void restartRulesOfContainersAndInitContainersCount() {
    assertThat(PodFeatures.neededBy(pod("p").containers(restartingAll().build()).obj())).containsExactly(RESTART_ALL);
    assertThat(PodFeatures.neededBy(pod("p").initContainers(restartingAll().build()).obj()))
        .containsExactly(RESTART_ALL);
    var restart = new ContainerBuilder().withName("c").addNewRestartPolicyRule().withAction("Restart").endRestartPolicyRule();
    assertThat(PodFeatures.neededBy(pod("p").containers(restart.build()).obj())).isEmpty();
  }

  @Test
  void mountOptionsOfAnyContainerCount() {
    assertThat(PodFeatures.neededBy(pod("p").containers(withMountOptions().build()).obj()))
        .containsExactly(MOUNT_OPTIONS);
    assertThat(PodFeatures.neededBy(pod("p").initContainers(withMountOptions().build()).obj()))
        .containsExactly(MOUNT_OPTIONS);
    Pod debugged =
        new PodBuilder(pod("p").obj())
            .editSpec()
            .addNewEphemeralContainer()
            .withName("e")
            .addNewVolumeMount()
            .withMountPath("/scratch")
            .withBindMountOptions("noexec")
            .endVolumeMount()
            .endEphemeralContainer()
            .endSpec()
            .build();
    assertThat(PodFeatures.neededBy(debugged)).containsExactly(MOUNT_OPTIONS);
  }

  @Test
  void aNodeMustDeclareEveryFeatureThatThePodNeeds() {
    Pod both = new PodBuilder(hostNetworkWithUserNamespace()).editSpec().addToContainers(restartingAll().build()).endSpec().build();
    Cycle cycle = Cycle.of(plugin, info(both));
    assertThat(cycle.filter(node("n").declaredFeatures(RESTART_ALL, "SomeFutureFeature", USER_NAMESPACES).info()))
        .isEqualTo(Status.SUCCESS);
    Status status = cycle.filter(node("n").declaredFeatures(RESTART_ALL).info());
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).containsExactly("node(s) didn't match Pod's required features");
    assertThat(status.plugin()).isEqualTo("NodeDeclaredFeatures");
  }

  @Test
  void withTheGateOffThePluginDoesNothing() {
    FeatureGates gates = FeatureGates.defaults().with(FeatureGates.NODE_DECLARED_FEATURES, false);
    NodeDeclaredFeatures off = new NodeDeclaredFeatures(new FakeHandle().featureGates(gates));
    assertThat(Cycle.of(off, info(hostNetworkWithUserNamespace())).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(off.eventsToRegister()).isEmpty();
  }

  @Test
  void onlyANodeWithOtherFeaturesThanBeforeHelps() {
    var before = node("n").info();
    var after = node("n").declaredFeatures(USER_NAMESPACES).info();
    Cycle cycle = Cycle.of(plugin, info(hostNetworkWithUserNamespace()));
    ActionType update = ActionType.UPDATE_NODE_DECLARED_FEATURE;
    assertThat(cycle.hint(EventResource.NODE, update, before, after)).isEqualTo(QueueingHint.QUEUE);
    assertThat(cycle.hint(EventResource.NODE, update, after, after)).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(cycle.hint(EventResource.NODE, ActionType.ADD, null, before)).isEqualTo(QueueingHint.QUEUE);
  }

  @Test
  void theOrderInWhichANodeDeclaresFeaturesDoesNotMatter() {
    var before = node("n").declaredFeatures(RESTART_ALL, USER_NAMESPACES).info();
    var after = node("n").declaredFeatures(USER_NAMESPACES, RESTART_ALL).info();
    Cycle cycle = Cycle.of(plugin, info(hostNetworkWithUserNamespace()));
    assertThat(cycle.filter(before)).isEqualTo(cycle.filter(after)).isEqualTo(Status.SUCCESS);
    assertThat(cycle.hint(EventResource.NODE, ActionType.UPDATE_NODE_DECLARED_FEATURE, before, after))
        .isEqualTo(QueueingHint.QUEUE_SKIP);
  }

  @Test
  void anUpdateOfThePodHelpsIfItNeedsSomethingElse() {
    PodInfo plain = pod("p").info();
    PodInfo demanding = info(hostNetworkWithUserNamespace());
    assertThat(Cycle.of(plugin, plain).hint(EventResource.TARGET_POD, ActionType.UPDATE, demanding, plain))
        .isEqualTo(QueueingHint.QUEUE);
    assertThat(Cycle.of(plugin, plain).hint(EventResource.TARGET_POD, ActionType.UPDATE, plain, plain))
        .isEqualTo(QueueingHint.QUEUE_SKIP);
  }
}
