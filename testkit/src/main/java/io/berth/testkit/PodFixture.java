package io.berth.testkit;

import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSchedulingGroup;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
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

  private final ObjectMeta meta = new ObjectMeta();
  private final PodStatus status = new PodStatus();
  private boolean uidIsName = true;

  PodFixture(String name) {
    meta.setName(name);
    meta.setNamespace(Fixtures.DEFAULT_NAMESPACE);
    spec.setSchedulerName(PodInfo.DEFAULT_SCHEDULER_NAME);
    status.setPhase("Pending");
  }

  @Override
  PodFixture self() {
    return this;
  }

  /** Sets the namespace. */
  public PodFixture namespace(String namespace) {
    meta.setNamespace(namespace);
    return this;
  }

  /** Takes the name away and asks for one that begins so. */
  public PodFixture generateName(String prefix) {
    meta.setName(null);
    meta.setGenerateName(prefix);
    return withoutUid();
  }

  /** Sets the UID. */
  public PodFixture uid(String uid) {
    uidIsName = false;
    meta.setUid(uid);
    return this;
  }

  /** Takes the UID away, as in a manifest that never met an API server. */
  public PodFixture withoutUid() {
    uidIsName = false;
    meta.setUid(null);
    return this;
  }

  /** Sets the scheduler that is to serve the pod. */
  public PodFixture schedulerName(String name) {
    spec.setSchedulerName(name);
    return this;
  }

  /** Sets a label. */
  public PodFixture label(String key, String value) {
    meta.getLabels().put(key, value);
    return this;
  }

  /** Sets labels. */
  public PodFixture labels(Map<String, String> labels) {
    meta.getLabels().putAll(labels);
    return this;
  }

  /** Sets an annotation. */
  public PodFixture annotation(String key, String value) {
    meta.getAnnotations().put(key, value);
    return this;
  }

  /** Adds a finalizer. */
  public PodFixture finalizer(String name) {
    meta.getFinalizers().add(name);
    return this;
  }

  /** Sets the controller that owns the pod; its UID is its name. */
  public PodFixture ownerReference(String apiVersion, String kind, String name) {
    meta.setOwnerReferences(List.of(new OwnerReference(apiVersion, null, true, kind, name, name)));
    return this;
  }

  /** Sets when the pod was created. */
  public PodFixture creationTimestamp(Instant time) {
    meta.setCreationTimestamp(time.toString());
    return this;
  }

  /** Sets the resource version. */
  public PodFixture resourceVersion(String version) {
    meta.setResourceVersion(version);
    return this;
  }

  /** The pod is being deleted. */
  public PodFixture terminating() {
    meta.setDeletionTimestamp(LONG_AGO);
    return this;
  }

  /** Sets how long the pod may take to end. */
  public PodFixture terminationGracePeriodSeconds(long seconds) {
    spec.setTerminationGracePeriodSeconds(seconds);
    return this;
  }

  /** The pod ends at once when it is deleted. */
  public PodFixture zeroTerminationGracePeriod() {
    return terminationGracePeriodSeconds(0);
  }

  /** Sets the restart policy. */
  public PodFixture restartPolicy(String policy) {
    spec.setRestartPolicy(policy);
    return this;
  }

  /** Adds a container with this image. */
  public PodFixture container(String image) {
    return containers(new ContainerFixture(nextContainer()).image(image).obj());
  }

  /** Adds containers. */
  public PodFixture containers(Container... containers) {
    spec.getContainers().addAll(List.of(containers));
    return this;
  }

  /** Adds init containers. */
  public PodFixture initContainers(Container... containers) {
    spec.getInitContainers().addAll(List.of(containers));
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
    String name = Amounts.numbered("init-con", spec.getInitContainers());
    return initContainers(new ContainerFixture(name).resources(namesAndQuantities).obj());
  }

  /** Adds a sidecar, an init container that keeps running, with these amounts as requests and limits. */
  public PodFixture sidecarReq(String... namesAndQuantities) {
    String name = Amounts.numbered("sidecar-con", spec.getInitContainers());
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
    if (spec.getContainers().isEmpty()) {
      return req(name, quantity);
    }
    Container first = spec.getContainers().get(0);
    ResourceRequirements resources = first.getResources();
    Map<String, Quantity> requests = new LinkedHashMap<>(resources == null ? Map.of() : resources.getRequests());
    requests.putAll(Amounts.of(name, quantity));
    spec.getContainers().set(0, new ContainerBuilder(first).editOrNewResources().withRequests(requests).endResources().build());
    return this;
  }

  /** Sets the requests of the pod as a whole. */
  public PodFixture podLevelResourceRequests(String... namesAndQuantities) {
    podLevel().setRequests(Amounts.of(namesAndQuantities));
    return this;
  }

  /** Sets the limits of the pod as a whole. */
  public PodFixture podLevelResourceLimits(String... namesAndQuantities) {
    podLevel().setLimits(Amounts.of(namesAndQuantities));
    return this;
  }

  /** Sets the overhead. */
  public PodFixture overhead(String... namesAndQuantities) {
    spec.setOverhead(Amounts.of(namesAndQuantities));
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
    spec.getVolumes().add(new VolumeBuilder().withName(claim).withNewPersistentVolumeClaim(claim, null).build());
    return this;
  }

  /** Adds volumes. */
  public PodFixture volumes(Volume... volumes) {
    spec.getVolumes().addAll(List.of(volumes));
    return this;
  }

  /** Adds resource claims. */
  public PodFixture podResourceClaims(PodResourceClaim... claims) {
    spec.getResourceClaims().addAll(List.of(claims));
    return this;
  }

  /** Adds scheduling gates. */
  public PodFixture schedulingGates(String... gates) {
    for (String gate : gates) {
      spec.getSchedulingGates().add(new PodSchedulingGate(gate));
    }
    return this;
  }

  /** Makes the pod a member of a pod group. */
  public PodFixture podGroupName(String name) {
    spec.setSchedulingGroup(new PodSchedulingGroup(name));
    return this;
  }

  /** Sets the priority. */
  public PodFixture priority(int priority) {
    spec.setPriority(priority);
    return this;
  }

  /** Sets the name of the priority class. */
  public PodFixture priorityClassName(String name) {
    spec.setPriorityClassName(name);
    return this;
  }

  /** {@code Never} or {@code PreemptLowerPriority}. */
  public PodFixture preemptionPolicy(String policy) {
    spec.setPreemptionPolicy(policy);
    return this;
  }

  /** Sets the name of the runtime class. */
  public PodFixture runtimeClassName(String name) {
    spec.setRuntimeClassName(name);
    return this;
  }

  /** The pod is bound to the node. */
  public PodFixture node(String name) {
    spec.setNodeName(name);
    return this;
  }

  /** As {@link #node}: {@code pod("p").cpu("2").on("n1")}. */
  public PodFixture on(String node) {
    return node(node);
  }

  /** Sets the node that the pod is nominated to. */
  public PodFixture nominatedNodeName(String node) {
    status.setNominatedNodeName(node);
    return this;
  }

  /** Sets the phase; it is {@code Pending} until then. */
  public PodFixture phase(String phase) {
    status.setPhase(phase);
    return this;
  }

  /** Sets when the pod was started. */
  public PodFixture startTime(Instant time) {
    status.setStartTime(time.toString());
    return this;
  }

  /** Adds a condition. */
  public PodFixture condition(String type, String status, @Nullable String reason) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(status);
    condition.setReason(reason);
    this.status.getConditions().add(condition);
    return this;
  }

  /** The pod, a new object each time. */
  public Pod obj() {
    Pod pod = new Pod();
    pod.setMetadata(meta);
    pod.setSpec(spec);
    pod.setStatus(status);
    Pod built = new PodBuilder(pod).build();
    if (uidIsName) {
      String namespace = meta.getNamespace();
      built.getMetadata().setUid(namespace.equals(Fixtures.DEFAULT_NAMESPACE) ? meta.getName() : namespace + "-" + meta.getName());
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
    return Amounts.numbered("con", spec.getContainers());
  }

  private ResourceRequirements podLevel() {
    if (spec.getResources() == null) {
      spec.setResources(new ResourceRequirements());
    }
    return spec.getResources();
  }
}
