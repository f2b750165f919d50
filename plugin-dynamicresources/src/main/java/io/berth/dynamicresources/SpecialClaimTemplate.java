package io.berth.dynamicresources;

import io.berth.dynamicresources.ExtendedResources.OnNode;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.Status;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The special claim of a pod before it is known for which node. Which classes stand for its resources is decided once, when it is made;
 * nodes that lack the same resources share one claim. Thread-safe.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go, v1.37.2.
 */
final class SpecialClaimTemplate {
  /** The name while the claim is in memory only: one that no claim of the cluster can have. */
  static final String NAME = "<extended-resources>";

  /** Marks special claims. */
  static final String ANNOTATION = "resource.kubernetes.io/extended-resource-claim";

  /** What a claim that an earlier attempt left means on every node. */
  static final OnNode LEFT_OVER =
      new OnNode.Reject(Status.unresolvable("cannot schedule extended resource claim").withPlugin(DynamicResources.NAME));

  private static final OnNode NOT_THERE =
      new OnNode.Reject(Status.unresolvable("cannot fit resource").withPlugin(DynamicResources.NAME));

  private final PodInfo pod;
  private final ClaimInfo claim;
  private final ResourceName[] names;
  private final @Nullable DeviceClass[] classes;
  private final Map<BitSet, OnNode> byMissing = new ConcurrentHashMap<>();
  private final BitSet allBacked = new BitSet();
  private final OnNode onBareNode;

  private SpecialClaimTemplate(PodInfo pod, List<ResourceName> names, @Nullable DeviceClass[] classes) {
    this.pod = pod;
    this.claim = ClaimInfo.of(emptyClaim(pod));
    this.names = names.toArray(new ResourceName[0]);
    this.classes = classes;
    for (int i = 0; i < classes.length; i++) {
      allBacked.set(i, classes[i] != null);
    }
    this.onBareNode = missing(allBacked);
  }

  /** The template for the pod, or {@code null} if no class stands for anything that it requests. */
  static @Nullable SpecialClaimTemplate of(PodInfo pod, DeviceClassResolver resolver) {
    List<ResourceName> names = new ArrayList<>();
    boolean any = false;
    for (ResourceName name : pod.resources().incoming().names()) {
      if (name.isDraExtended()) {
        names.add(name);
        any |= resolver.getDeviceClass(name) != null;
      }
    }
    return any
        ? new SpecialClaimTemplate(pod, names, names.stream().map(resolver::getDeviceClass).toArray(DeviceClass[]::new))
        : null;
  }

  private static ResourceClaim emptyClaim(PodInfo pod) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(pod.namespace())
        .withName(NAME)
        .withUid(pod.uid() + NAME)
        .withGenerateName(pod.name() + "-extended-resources-")
        .addToAnnotations(ANNOTATION, "true")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("Pod")
        .withName(pod.name())
        .withUid(pod.uid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  /** The claim without requests, which stands for the claims of all nodes. */
  ClaimInfo claim() {
    return claim;
  }

  /** What it becomes on the node. */
  OnNode on(NodeInfo node) {
    int missing = 0;
    for (int i = 0; i < names.length; i++) {
      if (node.allocatable().get(names[i]) == 0) {
        if (classes[i] == null) {
          if (!mentions(node, names[i])) {
            return NOT_THERE;
          }
        } else {
          missing++;
        }
      }
    }
    if (missing == 0) {
      return ExtendedResources.OnNode.NOTHING;
    }
    return missing == allBacked.cardinality() ? onBareNode : byMissing.computeIfAbsent(missingOn(node), this::missing);
  }

  /** Whether the node says of the resource that it has none: it may have had some, and the plugin for resources answers for it. */
  private static boolean mentions(NodeInfo node, ResourceName name) {
    var status = node.node().getStatus();
    return status != null && status.getAllocatable() != null && status.getAllocatable().containsKey(name.name());
  }

  private BitSet missingOn(NodeInfo node) {
    BitSet missing = new BitSet();
    for (int i = 0; i < names.length; i++) {
      missing.set(i, classes[i] != null && node.allocatable().get(names[i]) == 0);
    }
    return missing;
  }

  private OnNode missing(BitSet missing) {
    TreeMap<String, String> byResource = new TreeMap<>();
    missing.stream().forEach(i -> byResource.put(names[i].name(), nameOf(classes[i])));
    ExtendedRequests requests = ExtendedRequests.of(pod.pod(), byResource);
    ResourceClaim filled =
        new ResourceClaimBuilder(claim.claim())
            .editSpec()
            .editOrNewDevices()
            .withRequests(requests.requests())
            .endDevices()
            .endSpec()
            .build();
    return new OnNode.Devices(ClaimInfo.of(filled), requests.mappings());
  }

  private static String nameOf(@Nullable DeviceClass deviceClass) {
    if (deviceClass == null) {
      throw new IllegalStateException("no class stands for the resource");
    }
    return deviceClass.getMetadata().getName();
  }

  /** The claim as it is sent to the cluster, which names it. */
  static ResourceClaim draft(ResourceClaim claim) {
    ObjectMeta meta = new ObjectMetaBuilder(claim.getMetadata()).withName(null).withUid(null).build();
    return new ResourceClaim(claim.getApiVersion(), claim.getKind(), meta, claim.getSpec(), null);
  }
}
