package io.berth.testkit;

import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSchedulingGroup;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a pod. {@code req}, {@code lim}, {@code res} add a container each; {@code cpu} and {@code memory} write into the first one.
 * Not thread-safe; may be built from several times.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (PodWrapper), v1.37.2.
 */
public final class PodFixture extends PlacementVerbs {
  private static final String LONG_AGO = "2026-01-01T00:00:00Z";

  private boolean uidIsName = true;

  PodFixture(String name) {
    pod.withNewMetadata().withName(name).withNamespace(Fixtures.DEFAULT_NAMESPACE).endMetadata();
    pod.withNewSpec().withSchedulerName("default-scheduler").endSpec().withNewStatus().withPhase("Pending").endStatus();
  }

  @Override
  PodFixture self() {
    return this;
  }

  /** Sets the namespace. */
  public PodFixture namespace(String namespace) {
    pod.editMetadata().withNamespace(namespace).endMetadata();
    return this;
  }

  /** Takes the name away and asks for one that begins so. */
  public PodFixture generateName(String prefix) {
    pod.editMetadata().withName(null).withGenerateName(prefix).endMetadata();
    return withoutUid();
  }

  /** Sets the UID. */
  public PodFixture uid(String uid) {
    uidIsName = false;
    pod.editMetadata().withUid(uid).endMetadata();
    return this;
  }

  /** Takes the UID away, as in a manifest that never met an API server. */
  public PodFixture withoutUid() {
    uidIsName = false;
    pod.editMetadata().withUid(null).endMetadata();
    return this;
  }

  /** Sets the scheduler that is to serve the pod. */
  public PodFixture schedulerName(String name) {
    pod.editSpec().withSchedulerName(name).endSpec();
    return this;
  }

  /** Sets a label. */
  public PodFixture label(String key, String value) {
    pod.editMetadata().addToLabels(key, value).endMetadata();
    return this;
  }

  /** Sets labels. */
  public PodFixture labels(Map<String, String> labels) {
    pod.editMetadata().addToLabels(labels).endMetadata();
    return this;
  }

  /** Sets an annotation. */
  public PodFixture annotation(String key, String value) {
    pod.editMetadata().addToAnnotations(key, value).endMetadata();
    return this;
  }

  /** Adds a finalizer. */
  public PodFixture finalizer(String name) {
    pod.editMetadata().addToFinalizers(name).endMetadata();
    return this;
  }

  /** Sets the controller that owns the pod; its UID is its name. */
  public PodFixture ownerReference(String apiVersion, String kind, String name) {
    pod.editMetadata()
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(apiVersion)
                .withKind(kind)
                .withName(name)
                .withUid(name)
                .withController(true)
                .build())
        .endMetadata();
    return this;
  }

  /** Sets when the pod was created. */
  public PodFixture creationTimestamp(Instant time) {
    pod.editMetadata().withCreationTimestamp(time.toString()).endMetadata();
    return this;
  }

  /** Sets the resource version. */
  public PodFixture resourceVersion(String version) {
    pod.editMetadata().withResourceVersion(version).endMetadata();
    return this;
  }

  /** The pod is being deleted. */
  public PodFixture terminating() {
    pod.editMetadata().withDeletionTimestamp(LONG_AGO).endMetadata();
    return this;
  }

  /** Sets how long the pod may take to end. */
  public PodFixture terminationGracePeriodSeconds(long seconds) {
    pod.editSpec().withTerminationGracePeriodSeconds(seconds).endSpec();
    return this;
  }

  /** The pod ends at once when it is deleted. */
  public PodFixture zeroTerminationGracePeriod() {
    return terminationGracePeriodSeconds(0);
  }

  /** Sets the restart policy. */
  public PodFixture restartPolicy(String policy) {
    pod.editSpec().withRestartPolicy(policy).endSpec();
    return this;
  }

  /** Adds a container with this image. */
  public PodFixture container(String image) {
    return containers(new ContainerFixture(nextContainer()).image(image).obj());
  }

  /** Adds containers. */
  public PodFixture containers(Container... containers) {
    pod.editSpec().addToContainers(containers).endSpec();
    return this;
  }

  /** Adds init containers. */
  public PodFixture initContainers(Container... containers) {
    pod.editSpec().addToInitContainers(containers).endSpec();
    return this;
  }

  /** Adds a container with these requests: {@code "cpu", "500m", "memory", "1Gi"}. */
  public PodFixture req(String... namesAndQuantities) {
    return containers(new ContainerFixture(nextContainer()).resourceRequests(namesAndQuantities).obj());
  }

  /** Adds a container with these limits. */
  public PodFixture lim(String... namesAndQuantities) {
    return containers(new ContainerFixture(nextContainer()).resourceLimits(namesAndQuantities).obj());
  }

  /** Adds a container with these amounts as requests and limits. */
  public PodFixture res(String... namesAndQuantities) {
    return containers(new ContainerFixture(nextContainer()).resources(namesAndQuantities).obj());
  }

  /** Adds an init container with these amounts as requests and limits. */
  public PodFixture initReq(String... namesAndQuantities) {
    String name = Amounts.numbered("init-con", pod.buildSpec().getInitContainers());
    return initContainers(new ContainerFixture(name).resources(namesAndQuantities).obj());
  }

  /** Adds a sidecar, an init container that keeps running, with these amounts as requests and limits. */
  public PodFixture sidecarReq(String... namesAndQuantities) {
    String name = Amounts.numbered("sidecar-con", pod.buildSpec().getInitContainers());
    return initContainers(new ContainerFixture(name).restartPolicy("Always").resources(namesAndQuantities).obj());
  }

  /** Sets the first container's CPU request. */
  public PodFixture cpu(String quantity) {
    return request("cpu", quantity);
  }

  /** Sets the first container's memory request. */
  public PodFixture memory(String quantity) {
    return request("memory", quantity);
  }

  /** Sets one request of the first container, which is made if need be. */
  public PodFixture request(String name, String quantity) {
    if (!pod.buildSpec().getContainers().isEmpty()) {
      pod.editSpec().editFirstContainer().editOrNewResources().addToRequests(Amounts.of(name, quantity)).endResources().endContainer().endSpec();
      return this;
    }
    return req(name, quantity);
  }

  /** Sets the requests of the pod as a whole. */
  public PodFixture podLevelResourceRequests(String... namesAndQuantities) {
    pod.editSpec().editOrNewResources().withRequests(Amounts.of(namesAndQuantities)).endResources().endSpec();
    return this;
  }

  /** Sets the limits of the pod as a whole. */
  public PodFixture podLevelResourceLimits(String... namesAndQuantities) {
    pod.editSpec().editOrNewResources().withLimits(Amounts.of(namesAndQuantities)).endResources().endSpec();
    return this;
  }

  /** Sets the overhead. */
  public PodFixture overhead(String... namesAndQuantities) {
    pod.editSpec().withOverhead(Amounts.of(namesAndQuantities)).endSpec();
    return this;
  }

  /** Adds a container that takes a port of the host. */
  public PodFixture hostPort(int port) {
    return containers(new ContainerFixture(nextContainer()).hostPort(port).obj());
  }

  /** Adds a container with these ports. */
  public PodFixture containerPort(ContainerPort... ports) {
    return containers(new ContainerFixture(nextContainer()).containerPort(ports).obj());
  }

  /** Adds a volume with a persistent volume claim. */
  public PodFixture pvc(String claim) {
    pod.editSpec()
        .addNewVolume()
        .withName(claim)
        .withNewPersistentVolumeClaim(claim, null)
        .endVolume()
        .endSpec();
    return this;
  }

  /** Adds volumes. */
  public PodFixture volumes(Volume... volumes) {
    pod.editSpec().addToVolumes(volumes).endSpec();
    return this;
  }

  /** Adds resource claims. */
  public PodFixture podResourceClaims(PodResourceClaim... claims) {
    pod.editSpec().addToResourceClaims(claims).endSpec();
    return this;
  }

  /** Adds scheduling gates. */
  public PodFixture schedulingGates(String... gates) {
    for (String gate : gates) {
      pod.editSpec().addNewSchedulingGate(gate).endSpec();
    }
    return this;
  }

  /** Makes the pod a member of a pod group. */
  public PodFixture podGroupName(String name) {
    pod.editSpec().withSchedulingGroup(new PodSchedulingGroup(name)).endSpec();
    return this;
  }

  /** Sets the priority. */
  public PodFixture priority(int priority) {
    pod.editSpec().withPriority(priority).endSpec();
    return this;
  }

  /** Sets the name of the priority class. */
  public PodFixture priorityClassName(String name) {
    pod.editSpec().withPriorityClassName(name).endSpec();
    return this;
  }

  /** {@code Never} or {@code PreemptLowerPriority}. */
  public PodFixture preemptionPolicy(String policy) {
    pod.editSpec().withPreemptionPolicy(policy).endSpec();
    return this;
  }

  /** Sets the name of the runtime class. */
  public PodFixture runtimeClassName(String name) {
    pod.editSpec().withRuntimeClassName(name).endSpec();
    return this;
  }

  /** The pod is bound to the node. */
  public PodFixture node(String name) {
    pod.editSpec().withNodeName(name).endSpec();
    return this;
  }

  /** As {@link #node}: {@code pod("p").cpu("2").on("n1")}. */
  public PodFixture on(String node) {
    return node(node);
  }

  /** Sets the node that the pod is nominated to. */
  public PodFixture nominatedNodeName(String node) {
    pod.editStatus().withNominatedNodeName(node).endStatus();
    return this;
  }

  /** Sets the phase; it is {@code Pending} until then. */
  public PodFixture phase(String phase) {
    pod.editStatus().withPhase(phase).endStatus();
    return this;
  }

  /** Sets when the pod was started. */
  public PodFixture startTime(Instant time) {
    pod.editStatus().withStartTime(time.toString()).endStatus();
    return this;
  }

  /** Adds a condition. */
  public PodFixture condition(String type, String status, @Nullable String reason) {
    pod.editStatus().addNewCondition().withType(type).withStatus(status).withReason(reason).endCondition().endStatus();
    return this;
  }

  /** The pod, a new object each time. */
  public Pod obj() {
    Pod built = pod.build();
    if (uidIsName) {
      String namespace = built.getMetadata().getNamespace();
      String name = built.getMetadata().getName();
      built.getMetadata().setUid(namespace.equals(Fixtures.DEFAULT_NAMESPACE) ? name : namespace + "-" + name);
    }
    return built;
  }

  /** The pod as plugins see it, with upstream's accounting of requests. */
  public PodInfo info() {
    return info(EffectiveRequests.upstream());
  }

  /** The pod as plugins see it. */
  public PodInfo info(EffectiveRequests requests) {
    return PodInfo.of(obj(), requests);
  }

  private String nextContainer() {
    return Amounts.numbered("con", List.copyOf(pod.buildSpec().getContainers()));
  }
}
