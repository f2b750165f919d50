package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.FeatureGates;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeCache;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.Fixtures;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The plugin with nodes n1 and n2, the class gpu, and whatever a test adds. */
final class PluginBench {
  static final String DRIVER = "gpu.example.com";

  final FakeHandle handle;
  final DynamicResources plugin;
  final CycleState state = new CycleState();

  PluginBench() {
    this(FeatureGates.defaults(), DynamicResourcesArgs.DEFAULT);
  }

  PluginBench(FeatureGates gates, DynamicResourcesArgs args) {
    handle = new FakeHandle(new FakeCache().nodes(node("n1"), node("n2"))).featureGates(gates);
    handle
        .objects(ResourceKind.DEVICE_CLASSES)
        .add(new DeviceClassBuilder().withNewMetadata().withName("gpu").endMetadata().withNewSpec().endSpec().build());
    plugin = (DynamicResources) DynamicResources.factory(args).create(handle);
  }

  /** With preemption for devices. */
  static PluginBench withPreemption() {
    return new PluginBench(FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true), DynamicResourcesArgs.DEFAULT);
  }

  private static NodeFixture node(String name) {
    return Fixtures.node(name).label("kubernetes.io/hostname", name).cpu("8").pods(110);
  }

  /** A pod whose entries name these claims. */
  static PodFixture pod(String name, String... claims) {
    List<PodResourceClaim> entries = new ArrayList<>();
    for (String claim : claims) {
      PodResourceClaim entry = new PodResourceClaim();
      entry.setName(claim);
      entry.setResourceClaimName(claim);
      entries.add(entry);
    }
    return Fixtures.pod(name).uid("uid-" + name).podResourceClaims(entries.toArray(PodResourceClaim[]::new));
  }

  /** The pod is on the node. */
  PodInfo place(String node, PodFixture fixture) {
    PodInfo pod = fixture.on(node).info();
    handle.cache().put(pod);
    handle.objects(ResourceKind.PODS).add(pod.pod());
    return pod;
  }

  PluginBench claims(ResourceClaim... claims) {
    for (ResourceClaim claim : claims) {
      handle.objects(ResourceKind.RESOURCE_CLAIMS).add(claim);
    }
    return this;
  }

  /** A class of devices that the expression is true of. */
  PluginBench deviceClass(String name, String expression) {
    handle
        .objects(ResourceKind.DEVICE_CLASSES)
        .add(
            new DeviceClassBuilder()
                .withNewMetadata().withName(name).endMetadata()
                .withNewSpec().addNewSelector().withNewCel(expression).endSelector().endSpec()
                .build());
    return this;
  }

  /** A slice of the node with devices of these names. */
  PluginBench devices(String node, String... names) {
    return slice(node + "-gpus", DRIVER, node, names);
  }

  /** A slice of the node with devices of this driver. */
  PluginBench slice(String name, String driver, String node, String... names) {
    ResourceSliceBuilder slice =
        new ResourceSliceBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withDriver(driver)
            .withNodeName(node)
            .withNewPool()
            .withName(node)
            .withResourceSliceCount(1L)
            .withGeneration(1L)
            .endPool()
            .endSpec();
    for (String device : names) {
      slice.editSpec().addNewDevice().withName(device).endDevice().endSpec();
    }
    handle.objects(ResourceKind.RESOURCE_SLICES).add(slice.build());
    return this;
  }

  ClaimTracker tracker() {
    return manager().claims();
  }

  DeviceManager manager() {
    return DeviceManager.of(handle);
  }

  /** The newest version of the claim. */
  ClaimInfo claim(String name) {
    return Objects.requireNonNull(tracker().get("default", name), name);
  }

  NodeInfo node1() {
    return handle.cache().node("n1");
  }

  PreFilterDecision preFilter(PodInfo pod) {
    return plugin.preFilter(state, pod, handle.cache().snapshot());
  }

  /** The status that PreFilter rejects the pod with. */
  Status rejection(PodInfo pod) {
    return ((PreFilterDecision.Reject) preFilter(pod)).status();
  }

  Status filter(PodInfo pod, String node) {
    return plugin.filter(state, pod, handle.cache().node(node));
  }

  /** PreFilter, Filter on the node, Reserve there. */
  Status reserve(PodInfo pod, String node) {
    PreFilterDecision decision = preFilter(pod);
    if (decision instanceof PreFilterDecision.Reject reject) {
      return reject.status();
    }
    Status status = filter(pod, node);
    return status.isSuccess() ? plugin.reserve(state, pod, node) : status;
  }

  /** Another pod's attempt beside the one of this bench. */
  Attempt attempt() {
    return new Attempt();
  }

  /** One attempt of a pod at a time, with a state of its own. */
  final class Attempt {
    private CycleState own = new CycleState();

    Status reserve(PodInfo pod, String node) {
      own = new CycleState();
      if (plugin.preFilter(own, pod, handle.cache().snapshot()) instanceof PreFilterDecision.Reject reject) {
        return reject.status();
      }
      Status status = plugin.filter(own, pod, handle.cache().node(node));
      return status.isSuccess() ? plugin.reserve(own, pod, node) : status;
    }

    Status preBind(PodInfo pod, String node) {
      var result = plugin.preBind(own, pod, node, Cancellation.NEVER).toCompletableFuture();
      handle.time().run();
      return result.join();
    }

    void unreserve(PodInfo pod, String node) {
      plugin.unreserve(own, pod, node);
    }
  }

  /** What PreBind ends with; {@code null} while it goes on. */
  @Nullable Status preBind(PodInfo pod, String node) {
    CompletableFuture<Status> result = preBind(pod, node, Cancellation.NEVER);
    handle.time().run();
    return result.getNow(null);
  }

  CompletableFuture<Status> preBind(PodInfo pod, String node, Cancellation cancellation) {
    return plugin.preBind(state, pod, node, cancellation).toCompletableFuture();
  }

  PostFilterResult postFilter(PodInfo pod) {
    NodeToStatus unread =
        new NodeToStatus() {
          @Override
          public Status get(String nodeName) {
            return Status.unresolvable();
          }

          @Override
          public List<NodeInfo> nodesForStatusCode(io.berth.framework.Code code) {
            return List.of();
          }
        };
    CompletableFuture<PostFilterResult> result =
        plugin.postFilter(state, pod, unread, Cancellation.NEVER).toCompletableFuture();
    handle.time().run();
    return result.join();
  }
}
