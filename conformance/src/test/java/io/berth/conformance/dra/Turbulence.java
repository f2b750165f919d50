package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.DRIVER;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.selecting;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.testkit.NodeFixture;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** What happens to a cluster with devices when everybody does as he likes, event by event, out of one seed. */
final class Turbulence {
  private static final int NODES = 5;
  private static final int MANY_PODS = 30;
  private static final String[] ZONES = TurbulentPods.ZONES;

  private final InMemoryCluster cluster;
  private final SplittableRandom random;
  private final ResourceClaimController controller;
  private final TurbulentPods pods;
  private final List<Runnable> events =
      List.of(
          this::podGoes,
          this::podIsDeleted,
          this::podIsDeleted,
          this::podEnds,
          this::podIsResized,
          this::budgetChanges,
          this::nodeChanges,
          this::nodeComesOrGoes,
          this::sliceChanges,
          this::sliceChanges,
          this::sharedPoolChanges,
          this::ruleChanges,
          this::classChanges,
          this::claimGoes,
          this::claimIsTaken,
          this::claimGetsConsumer,
          this::claimLosesConsumer,
          this::podIsBoundElsewhere,
          this::nominationChanges,
          this::controllerStopsOrStarts);

  private int at;
  private boolean controllerRuns = true;

  Turbulence(InMemoryCluster cluster, ResourceClaimController controller, SplittableRandom random) {
    this.cluster = cluster;
    this.controller = controller;
    this.random = random;
    this.pods = new TurbulentPods(cluster, random);
  }

  /** What there is before anything happens. */
  void begin() {
    cluster.create(deviceClass("gpu", TurbulentPods.GPU));
    cluster.create(deviceClass("any"));
    for (int i = 0; i < NODES; i++) {
      cluster.create(someNode("n" + i));
      cluster.create(someSlice("n" + i));
    }
  }

  /** Something happens; as a rule, pods arrive. */
  void next() {
    at++;
    if (oneIn(2)) {
      deletedPodEnds();
    }
    if (cluster.list(ResourceKind.PODS).size() > MANY_PODS) {
      podGoes();
    }
    if (random.nextInt(100) < 50) {
      pods.arrive(at);
    } else {
      events.get(random.nextInt(events.size())).run();
    }
  }

  private <T> T any(T[] all) {
    return all[random.nextInt(all.length)];
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String someNodeName() {
    return "n" + random.nextInt(NODES);
  }

  private void withPod(boolean placed, Consumer<Pod> action) {
    List<Pod> some = cluster.list(ResourceKind.PODS).stream().filter(pod -> placed == isPlaced(pod)).toList();
    if (!some.isEmpty()) {
      action.accept(some.get(random.nextInt(some.size())));
    }
  }

  private static boolean isPlaced(Pod pod) {
    return pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty();
  }

  private void withClaim(boolean allocated, Consumer<ResourceClaim> action) {
    List<ResourceClaim> claims =
        cluster.list(ResourceKind.RESOURCE_CLAIMS).stream().filter(claim -> allocated == isAllocated(claim)).toList();
    if (!claims.isEmpty()) {
      action.accept(claims.get(random.nextInt(claims.size())));
    }
  }

  private static boolean isAllocated(ResourceClaim claim) {
    return claim.getStatus() != null && claim.getStatus().getAllocation() != null;
  }

  private Node someNode(String name) {
    NodeFixture node = node(name).hostname().zone(any(ZONES)).cpu(String.valueOf(3 + random.nextInt(4))).pods(20);
    if (oneIn(6)) {
      node.taint("dedicated", "x", "NoSchedule");
    }
    if (oneIn(5)) {
      node.resource(TurbulentPods.GPU, "1");
    }
    return node.unschedulable(oneIn(8)).obj();
  }

  private Device someDevice(String name) {
    DeviceBuilder device =
        new DeviceBuilder()
            .withName(name)
            .addToAttributes("model", new DeviceAttributeBuilder().withString(any(TurbulentPods.MODELS)).build());
    if (oneIn(10)) {
      device.addNewTaint().withKey("broken").withEffect("NoSchedule").endTaint();
    }
    return device.build();
  }

  private Device[] someDevices() {
    Device[] devices = new Device[1 + random.nextInt(3)];
    for (int i = 0; i < devices.length; i++) {
      devices[i] = someDevice("d" + i);
    }
    return devices;
  }

  private ResourceSlice someSlice(String node) {
    return slice(node, someDevices());
  }

  /** The part of a kubelet. */
  private void deletedPodEnds() {
    cluster.list(ResourceKind.PODS).stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
        .findFirst()
        .ifPresent(cluster::remove);
  }

  private void podGoes() {
    withPod(random.nextBoolean(), cluster::remove);
  }

  private void podIsDeleted() {
    withPod(random.nextBoolean(), cluster::delete);
  }

  private void podEnds() {
    withPod(true, pod -> cluster.update(pod.edit().editStatus().withPhase("Succeeded").endStatus().build()));
  }

  private void podIsResized() {
    withPod(true, pod -> cluster.update(
        pod.edit().editSpec().editFirstContainer().editResources()
            .addToRequests("cpu", new Quantity(String.valueOf(1 + random.nextInt(3))))
            .endResources().endContainer().endSpec().build()));
  }

  private void budgetChanges() {
    cluster.create(pdb("b" + at).matchLabel("app", "a" + random.nextInt(3)).disruptionsAllowed(random.nextInt(2)).obj());
  }

  private void nodeChanges() {
    String name = someNodeName();
    if (cluster.node(name) != null) {
      cluster.update(someNode(name));
    }
  }

  private void nodeComesOrGoes() {
    String name = someNodeName();
    Node node = cluster.node(name);
    if (node == null) {
      cluster.create(someNode(name));
    } else if (oneIn(2)) {
      cluster.remove(node);
    }
  }

  private void sliceChanges() {
    put(someSlice(someNodeName()), oneIn(4));
  }

  private void put(ResourceSlice slice, boolean away) {
    ResourceSlice there = cluster.get(slice);
    if (there == null) {
      cluster.create(slice);
    } else if (away) {
      cluster.remove(there);
    } else {
      cluster.update(slice);
    }
  }

  /** A pool of all nodes, or of a zone. */
  private void sharedPoolChanges() {
    ResourceSliceBuilder shared = new ResourceSliceBuilder(slice("shared", someDevice("s0")));
    if (oneIn(2)) {
      shared.editSpec().withNodeName(null).withAllNodes(true).endSpec();
    } else {
      NodeSelector zone =
          new NodeSelectorBuilder()
              .addNewNodeSelectorTerm()
              .addNewMatchExpression().withKey("topology.kubernetes.io/zone").withOperator("In").withValues(any(ZONES)).endMatchExpression()
              .endNodeSelectorTerm()
              .build();
      shared.editSpec().withNodeName(null).withNodeSelector(zone).endSpec();
    }
    put(shared.build(), oneIn(2));
  }

  private void ruleChanges() {
    DeviceTaintRule rule =
        new DeviceTaintRuleBuilder()
            .withNewMetadata().withName("rule").endMetadata()
            .withNewSpec()
            .withNewDeviceSelector().withDriver(DRIVER).withPool(someNodeName()).withDevice(oneIn(2) ? "d0" : null).endDeviceSelector()
            .withNewTaint().withKey("rule").withEffect("NoSchedule").endTaint()
            .endSpec()
            .build();
    DeviceTaintRule there = cluster.get(rule);
    if (there == null) {
      cluster.create(rule);
    } else if (oneIn(2)) {
      cluster.remove(there);
    } else {
      cluster.update(rule);
    }
  }

  private void classChanges() {
    var there = cluster.get(ResourceKind.DEVICE_CLASSES, "", "any");
    if (there == null) {
      cluster.create(deviceClass("any"));
    } else if (oneIn(3)) {
      cluster.remove(there);
    } else {
      cluster.update(oneIn(2) ? deviceClass("any") : selecting(deviceClass("any"), TurbulentPods.model(any(TurbulentPods.MODELS))));
    }
  }

  private void claimGoes() {
    withClaim(random.nextBoolean(), oneIn(2) ? cluster::remove : cluster::delete);
  }

  /** Another scheduler gives a claim a device, which may have been taken meanwhile. */
  private void claimIsTaken() {
    withClaim(false, claim -> cluster.update(allocated(claim, someNodeName(), "d" + random.nextInt(2))));
  }

  private static ResourceClaim allocated(ResourceClaim claim, String pool, String device) {
    NodeSelector node =
        new NodeSelectorBuilder()
            .addNewNodeSelectorTerm()
            .addNewMatchField().withKey("metadata.name").withOperator("In").withValues(pool).endMatchField()
            .endNodeSelectorTerm()
            .build();
    return new ResourceClaimBuilder(claim)
        .editOrNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult().withRequest("r").withDriver(DRIVER).withPool(pool).withDevice(device).endResult()
        .endDevices()
        .withNodeSelector(node)
        .endAllocation()
        .endStatus()
        .build();
  }

  /** A pod that there is, one that nobody knows, or something that is no pod. */
  private void claimGetsConsumer() {
    withClaim(true, claim -> withPod(random.nextBoolean(), pod -> {
      boolean known = oneIn(2);
      cluster.update(
          new ResourceClaimBuilder(claim)
              .editStatus()
              .addNewReservedFor()
              .withResource(oneIn(4) ? "jobs" : "pods")
              .withName(known ? pod.getMetadata().getName() : "stranger")
              .withUid(known ? pod.getMetadata().getUid() : "stranger" + at)
              .endReservedFor()
              .endStatus()
              .build());
    }));
  }

  private void claimLosesConsumer() {
    withClaim(true, claim -> {
      if (!claim.getStatus().getReservedFor().isEmpty()) {
        cluster.update(
            new ResourceClaimBuilder(claim)
                .editStatus()
                .removeFromReservedFor(claim.getStatus().getReservedFor().get(0))
                .endStatus()
                .build());
      }
    });
  }

  private void podIsBoundElsewhere() {
    withPod(false, pod -> cluster.bind(ObjectRef.of(ResourceKind.PODS, pod), someNodeName()));
  }

  private void nominationChanges() {
    withPod(false, pod -> cluster.patchPodStatus(
        ObjectRef.of(ResourceKind.PODS, pod), new PodStatusPatch(List.of(), oneIn(3) ? someNodeName() : "")));
  }

  private void controllerStopsOrStarts() {
    if (controllerRuns) {
      controller.stop();
    } else {
      controller.start();
    }
    controllerRuns = !controllerRuns;
  }
}
