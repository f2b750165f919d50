package io.berth.simulator;

import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subresources of pods that a scheduler writes. Everything runs under the cluster's lock.
 *
 * <p>Source: pkg/registry/core/pod/storage/storage.go (BindingREST, StatusREST), v1.37.2.
 */
final class PodApi {
  private final ClusterCore core;
  private final ObjectApi objects;
  private final boolean copyTopologyLabels;

  PodApi(ClusterCore core, ObjectApi objects, boolean copyTopologyLabels) {
    this.core = core;
    this.objects = objects;
    this.copyTopologyLabels = copyTopologyLabels;
  }

  /** Binds the pod; whether there is such a node is not asked. */
  WriteOutcome<Pod> bind(ObjectKey key, String uid, String nodeName) {
    Pod there = core.table(ResourceKind.PODS).get(key);
    if (there == null) {
      return Refusals.notFound(ResourceKind.PODS, key.name());
    }
    WriteOutcome<Pod> refusal = objects.checkUid(ResourceKind.PODS, there, uid);
    if (refusal != null) {
      return refusal;
    }
    String why = whyNotBindable(there);
    if (why != null) {
      return Refusals.conflict("pods/binding", key.name(), why);
    }
    Pod next = Beans.shallow(there);
    next.setMetadata(Beans.shallow(there.getMetadata()));
    Node node = copyTopologyLabels ? core.table(ResourceKind.NODES).get(new ObjectKey("", nodeName)) : null;
    if (node != null) {
      PodAdmission.copyTopologyLabels(node, next.getMetadata());
    }
    PodSpec spec = Beans.shallow(there.getSpec());
    spec.setNodeName(nodeName);
    next.setSpec(spec);
    PodStatus status = Beans.shallow(there.getStatus());
    status.setNominatedNodeName(null);
    PodCondition scheduled = new PodCondition();
    scheduled.setType("PodScheduled");
    scheduled.setStatus("True");
    status.setConditions(List.copyOf(PodRules.withCondition(status.getConditions(), scheduled, core.now())));
    next.setStatus(status);
    return new WriteOutcome.Done<>(objects.write(ResourceKind.PODS, next));
  }

  /** Changes conditions, nomination and the claim for extended resources. */
  WriteOutcome<Pod> patchStatus(ObjectKey key, String uid, PodStatusPatch patch) {
    Pod there = core.table(ResourceKind.PODS).get(key);
    if (there == null) {
      return Refusals.notFound(ResourceKind.PODS, key.name());
    }
    WriteOutcome<Pod> refusal = objects.checkUid(ResourceKind.PODS, there, uid);
    return refusal != null ? refusal : new WriteOutcome.Done<>(patched(there, patch));
  }

  private Pod patched(Pod there, PodStatusPatch patch) {
    PodStatus status = Beans.shallow(there.getStatus());
    List<PodCondition> conditions = status.getConditions();
    for (PodCondition condition : patch.conditions()) {
      conditions = PodRules.withCondition(conditions, condition, core.now());
    }
    status.setConditions(List.copyOf(conditions));
    String nominated = patch.nominatedNodeName();
    if (nominated != null) {
      status.setNominatedNodeName(nominated.isEmpty() ? null : nominated);
    }
    if (patch.extendedResourceClaimStatus() != null) {
      status.setExtendedResourceClaimStatus(patch.extendedResourceClaimStatus());
    }
    if (status.equals(there.getStatus())) {
      return there;
    }
    Pod next = Beans.shallow(there);
    next.setMetadata(Beans.shallow(there.getMetadata()));
    next.setStatus(status);
    return objects.write(ResourceKind.PODS, next);
  }

  private static @Nullable String whyNotBindable(Pod pod) {
    String name = pod.getMetadata().getName();
    if (PodRules.isTerminating(pod)) {
      return "pod " + name + " is being deleted, cannot be assigned to a host";
    }
    if (!PodRules.nodeName(pod).isEmpty()) {
      return "pod " + name + " is already assigned to node \"" + PodRules.nodeName(pod) + "\"";
    }
    if (!pod.getSpec().getSchedulingGates().isEmpty()) {
      return "pod " + name + " has non-empty .spec.schedulingGates";
    }
    return null;
  }
}
