package io.berth.simulator;

import static io.berth.testkit.Fixtures.matching;
import static io.berth.testkit.Fixtures.namespace;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static io.berth.testkit.Fixtures.priorityClass;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.testkit.AffinityKind;
import io.berth.testkit.Fixtures;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static PodFixture manifest() {
    return pod("p").withoutUid();
  }

  private static Pod admit(PodFixture pod, HasMetadata... known) {
    return admit(pod.obj(), known);
  }

  private static <T extends HasMetadata> T admit(T object, HasMetadata... known) {
    return ((Admission.Result.Admitted<T>) Admission.of(List.of(known)).admit(object)).object();
  }

  private static String rejection(PodFixture pod, HasMetadata... known) {
    return ((Admission.Result.Rejected<Pod>) Admission.of(List.of(known)).admit(pod.obj())).message();
  }

  @Test
  void whatHasAUidPassesAsItIs() {
    Pod met = pod("p").lim("cpu", "1").obj();
    assertThat(admit(met)).isSameAs(met);
  }

  @Test
  void theOriginalIsNotChanged() {
    Pod original = manifest().lim("cpu", "1").podAffinityExists("a", "z", AffinityKind.REQUIRED).obj();
    Pod copy = new PodBuilder(original).build();
    admit(original);
    assertThat(original).isEqualTo(copy);
  }

  @Test
  void fieldsThatAreMissingGetTheirDefaults() {
    Pod bare = new PodBuilder().withNewMetadata().withName("p").endMetadata().withNewSpec().endSpec().build();
    Pod pod = admit(bare);
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("default");
    PodSpec spec = pod.getSpec();
    assertThat(spec.getSchedulerName()).isEqualTo("default-scheduler");
    assertThat(spec.getRestartPolicy()).isEqualTo("Always");
    assertThat(spec.getTerminationGracePeriodSeconds()).isEqualTo(30);
    assertThat(spec.getPriority()).isZero();
    assertThat(spec.getPreemptionPolicy()).isEqualTo("PreemptLowerPriority");
    assertThat(admit(manifest().terminationGracePeriodSeconds(-1)).getSpec().getTerminationGracePeriodSeconds()).isEqualTo(1);
  }

  @Test
  void requestsThatAreMissingBecomeThoseOfTheLimitsInitContainersIncluded() {
    Pod pod =
        admit(
            manifest()
                .containers(Fixtures.container("c").resourceLimits("cpu", "2", "memory", "1Gi").resourceRequests("cpu", "1").obj())
                .initContainers(Fixtures.container("i").resourceLimits("cpu", "3").obj()));
    assertThat(pod.getSpec().getContainers().get(0).getResources().getRequests())
        .containsOnly(entry("cpu", new Quantity("1")), entry("memory", new Quantity("1Gi")));
    assertThat(pod.getSpec().getInitContainers().get(0).getResources().getRequests()).containsOnly(entry("cpu", new Quantity("3")));
  }

  @Test
  void onTheHostsNetworkPortsAreTheHosts() {
    Pod onHost = manifest().containerPort(new ContainerPortBuilder().withContainerPort(80).build()).obj();
    onHost.getSpec().setHostNetwork(true);
    assertThat(admit(onHost).getSpec().getContainers().get(0).getPorts().get(0).getHostPort()).isEqualTo(80);
  }

  @Test
  void thePriorityIsTheClassesOrTheGlobalDefaultsOrNone() {
    var high = priorityClass("high", 1000);
    var never = new PriorityClassBuilder(priorityClass("never", 5)).withPreemptionPolicy("Never").build();
    var low = new PriorityClassBuilder(priorityClass("low", 7)).withGlobalDefault(true).build();
    var lower = new PriorityClassBuilder(priorityClass("lower", 3)).withGlobalDefault(true).build();

    assertThat(admit(manifest().priorityClassName("high"), high).getSpec().getPriority()).isEqualTo(1000);
    assertThat(admit(manifest().priorityClassName("never"), never).getSpec().getPreemptionPolicy()).isEqualTo("Never");
    PodSpec byDefault = admit(manifest(), high, low, lower).getSpec();
    assertThat(byDefault.getPriority()).as("of two defaults the lower").isEqualTo(3);
    assertThat(byDefault.getPriorityClassName()).isEqualTo("lower");
    assertThat(admit(manifest().priorityClassName("system-node-critical")).getSpec().getPriority()).isEqualTo(2_000_001_000);
    assertThat(admit(manifest().priorityClassName("system-cluster-critical")).getSpec().getPriority()).isEqualTo(2_000_000_000);
  }

  @Test
  void aPriorityThatIsNotTheClassesIsRefused() {
    assertThat(rejection(manifest().priorityClassName("none"))).isEqualTo("no PriorityClass with name none was found");
    assertThat(rejection(manifest().priority(5))).contains("(5) must not be provided").contains("computed 0");
    assertThat(rejection(manifest().preemptionPolicy("Never"))).contains("PreemptionPolicy (Never) must not be provided");
    assertThat(admit(manifest().priority(0)).getSpec().getPriority()).isZero();
  }

  @Test
  void nodesThatAreNotReadyOrOutOfReachAreToleratedForFiveMinutesUnlessThePodSaysOtherwise() {
    assertThat(admit(manifest()).getSpec().getTolerations())
        .containsExactly(
            new Toleration("NoExecute", "node.kubernetes.io/not-ready", "Exists", 300L, null),
            new Toleration("NoExecute", "node.kubernetes.io/unreachable", "Exists", 300L, null));
    assertThat(admit(manifest().toleration("node.kubernetes.io/not-ready")).getSpec().getTolerations()).hasSize(2);
    assertThat(admit(manifest().tolerations(new Toleration(null, null, "Exists", null, null))).getSpec().getTolerations()).hasSize(1);
    assertThat(admit(manifest().tolerations(new Toleration("NoSchedule", null, "Exists", null, null))).getSpec().getTolerations())
        .hasSize(3);
  }

  @Test
  void aRuntimeClassAddsOverheadNodeSelectorAndTolerations() {
    Pod pod = admit(manifest().runtimeClassName("vm").nodeSelector("a", "b"), vm());
    assertThat(pod.getSpec().getOverhead()).containsOnly(entry("cpu", new Quantity("250m")));
    assertThat(pod.getSpec().getNodeSelector()).containsOnly(entry("a", "b"), entry("runtime", "vm"));
    assertThat(pod.getSpec().getTolerations()).extracting(Toleration::getKey).contains("vm");
  }

  @Test
  void aRuntimeClassMayContradictThePod() {
    assertThat(rejection(manifest().runtimeClassName("none"))).contains("RuntimeClass \"none\" not found");
    assertThat(rejection(manifest().overhead("cpu", "1"))).contains("without corresponding RuntimeClass");
    assertThat(rejection(manifest().overhead("cpu", "1").runtimeClassName("vm"), vm())).contains("doesn't match");
    assertThat(rejection(manifest().nodeSelector("runtime", "other").runtimeClassName("vm"), vm())).contains("conflict");
    assertThat(admit(manifest().overhead("cpu", "0.25").runtimeClassName("vm"), vm()).getSpec().getOverhead()).isNotEmpty();
  }

  @Test
  void aWiderTolerationMakesANarrowerOneSuperfluous() {
    Pod pod = admit(manifest().toleration("vm", "x", "NoSchedule").runtimeClassName("vm"), vm());
    assertThat(pod.getSpec().getTolerations()).filteredOn(t -> "vm".equals(t.getKey())).singleElement()
        .satisfies(t -> assertThat(t.getOperator()).isEqualTo("Exists"));
  }

  @Test
  void aBoundPodGetsItsNodesZone() {
    assertThat(admit(manifest().on("n"), node("n").zone("z").obj()).getMetadata().getLabels())
        .containsEntry("topology.kubernetes.io/zone", "z");
  }

  @Test
  void labelKeysAreMergedIntoSelectors() {
    var term =
        new PodAffinityTermBuilder()
            .withTopologyKey("z")
            .withLabelSelector(matching("app", "a"))
            .withMatchLabelKeys("version", "missing")
            .withMismatchLabelKeys("tenant")
            .build();
    var constraint =
        new TopologySpreadConstraintBuilder()
            .withMaxSkew(1)
            .withTopologyKey("z")
            .withWhenUnsatisfiable("DoNotSchedule")
            .withLabelSelector(matching("app", "a"))
            .withMatchLabelKeys("version")
            .build();
    PodSpec spec =
        admit(
                manifest()
                    .label("version", "1")
                    .label("tenant", "t")
                    .podAffinity(term, AffinityKind.REQUIRED)
                    .podAntiAffinity(term, AffinityKind.PREFERRED)
                    .spreadConstraint(constraint))
            .getSpec();

    var in = new LabelSelectorRequirement("version", "In", List.of("1"));
    var notIn = new LabelSelectorRequirement("tenant", "NotIn", List.of("t"));
    PodAffinityTerm near = spec.getAffinity().getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().get(0);
    WeightedPodAffinityTerm apart =
        spec.getAffinity().getPodAntiAffinity().getPreferredDuringSchedulingIgnoredDuringExecution().get(0);
    assertThat(near.getLabelSelector().getMatchExpressions()).containsExactly(in, notIn);
    assertThat(apart.getPodAffinityTerm().getLabelSelector().getMatchExpressions()).containsExactly(in, notIn);
    assertThat(spec.getTopologySpreadConstraints().get(0).getLabelSelector().getMatchExpressions()).containsExactly(in);
  }

  @Test
  void podLevelRequestsAreCompletedFromContainersAndLimits() {
    Map<String, Quantity> requests =
        admit(manifest().req("cpu", "1", "memory", "1Gi").req("cpu", "500m").podLevelResourceLimits("cpu", "4", "memory", "8Gi"))
            .getSpec()
            .getResources()
            .getRequests();
    assertThat(requests.get("cpu")).isEqualTo(new Quantity("1500m"));
    assertThat(requests.get("memory")).isEqualTo(new Quantity("1Gi"));

    assertThat(admit(manifest().container("i").podLevelResourceLimits("cpu", "4")).getSpec().getResources().getRequests())
        .containsOnly(entry("cpu", new Quantity("4")));
    assertThat(admit(manifest().req("cpu", "1")).getSpec().getResources()).as("only where the pod has some of its own").isNull();
  }

  @Test
  void podLevelLimitsAreCompletedWhereEveryContainerHasOne() {
    assertThat(
            admit(manifest().lim("cpu", "1", "memory", "1Gi").lim("cpu", "2").podLevelResourceRequests("cpu", "4"))
                .getSpec()
                .getResources()
                .getLimits())
        .as("the request is more than the containers' limits; one container has no limit of memory")
        .containsOnly(entry("cpu", new Quantity("4")));
    assertThat(
            admit(manifest().res("cpu", "1", "hugepages-2Mi", "2Mi").podLevelResourceRequests("cpu", "1"))
                .getSpec()
                .getResources()
                .getLimits())
        .containsEntry("hugepages-2Mi", new Quantity("2Mi"))
        .containsEntry("cpu", new Quantity("1"));
  }

  @Test
  void nodesGetAHostNameRoomForPodsAndAllocatableFromCapacity() {
    var bare =
        new NodeBuilder()
            .withNewMetadata()
            .withName("n")
            .endMetadata()
            .withNewStatus()
            .addToCapacity("cpu", new Quantity("4"))
            .endStatus()
            .build();
    var node = admit(bare);
    assertThat(node.getMetadata().getLabels()).containsEntry("kubernetes.io/hostname", "n");
    assertThat(node.getStatus().getAllocatable()).containsOnly(entry("cpu", new Quantity("4")), entry("pods", new Quantity("110")));
    var named = new NodeBuilder(bare).editMetadata().addToLabels("kubernetes.io/hostname", "other").endMetadata().build();
    assertThat(admit(named).getMetadata().getLabels()).containsEntry("kubernetes.io/hostname", "other");
  }

  @Test
  void namespacesGetTheirNameAsALabel() {
    var bare = namespace("ns");
    bare.getMetadata().setUid(null);
    bare.getMetadata().setLabels(null);
    assertThat(admit(bare).getMetadata().getLabels()).containsOnly(entry("kubernetes.io/metadata.name", "ns"));
  }

  @Test
  void aClusterAdmitsWhatComesInWithoutAUidByBothWays() {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.builder(time, time.executor()).admission(true).build();
    cluster.create(priorityClass("high", 1000));
    assertThat(cluster.create(manifest().priorityClassName("high").obj()).getSpec().getPriority()).isEqualTo(1000);
    assertThat(cluster.create(pod("q").priorityClassName("none").obj()).getSpec().getPriority()).as("it has a UID").isNull();
    assertThatThrownBy(() -> cluster.create(pod("r").withoutUid().priorityClassName("none").obj()))
        .isInstanceOf(RefusedException.class)
        .hasMessage("pods \"r\" is forbidden: no PriorityClass with name none was found");

    WriteOutcome<Pod> refused =
        cluster.create(ResourceKind.PODS, pod("s").priorityClassName("none").obj()).toCompletableFuture().join();
    assertThat(refused).as("a request cannot bring a UID").isInstanceOf(WriteOutcome.Failed.class);
  }

  private static RuntimeClass vm() {
    return new RuntimeClassBuilder()
        .withNewMetadata()
        .withName("vm")
        .endMetadata()
        .withHandler("vm")
        .withNewOverhead()
        .addToPodFixed("cpu", new Quantity("250m"))
        .endOverhead()
        .withNewScheduling()
        .addToNodeSelector("runtime", "vm")
        .addToTolerations(new Toleration(null, "vm", "Exists", null, null))
        .endScheduling()
        .build();
  }
}
