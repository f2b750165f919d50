package io.berth.conformance.cluster;

import static io.berth.conformance.cluster.Checks.answer;
import static io.berth.conformance.cluster.Checks.expect;
import static io.berth.conformance.cluster.Checks.expectEquals;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.time.Duration;
import java.util.List;

/** Each write, and each way in which it can end. */
final class WriteChecks {
  private static final String NAMESPACE = "writes";
  private static final String OTHER_UID = "00000000-0000-0000-0000-000000000000";

  private final World world;
  private final ClusterWrites cluster;
  private final Checks checks;

  WriteChecks(World world, Checks checks) {
    this.world = world;
    this.cluster = world.cluster();
    this.checks = checks;
  }

  void run() throws InterruptedException {
    world.namespace(NAMESPACE);
    checks.check("create: done, or a conflict when it is there", this::create);
    checks.check("update and updateStatus: a stale version is a conflict", this::staleUpdates);
    checks.check("bind: done once; bound, of another UID or gone is told apart", this::bind);
    checks.check("patchPodStatus: conditions, nominated node set and cleared, UID", this::patch);
    checks.check("evict: evicted, gone, blocked by a budget, another UID", this::evict);
    checks.check("delete: gracefully going, gone, another UID", this::delete);
    checks.check("get: there, not there, another UID", this::get);
    checks.check("events: events.k8s.io/v1, long notes cut", this::events);
    checks.check("kinds without a class of their own", this::untypedKinds);
  }

  private Pod pod(String name) throws InterruptedException {
    return world.create(World.pod(NAMESPACE, name, "nobody", "100m"));
  }

  private static ObjectRef<Pod> other(Pod pod) {
    return new ObjectRef<>(ResourceKind.PODS, NAMESPACE, pod.getMetadata().getName(), OTHER_UID);
  }

  private static ObjectRef<Pod> missing() {
    return new ObjectRef<>(ResourceKind.PODS, NAMESPACE, "missing", "");
  }

  private void create() throws InterruptedException {
    Pod pod = World.pod(NAMESPACE, "created", "nobody", "100m");
    answer(cluster.create(ResourceKind.PODS, pod), WriteOutcome.Done.class);
    answer(cluster.create(ResourceKind.PODS, pod), WriteOutcome.Conflict.class);
  }

  private void staleUpdates() throws InterruptedException {
    Node old = world.node("writes-node", "4");
    Node changed = new NodeBuilder(old).editMetadata().addToLabels("a", "b").endMetadata().build();
    Node fresh = World.done(answer(cluster.update(ResourceKind.NODES, changed)));
    answer(cluster.update(ResourceKind.NODES, changed), WriteOutcome.Conflict.class);
    answer(cluster.updateStatus(ResourceKind.NODES, changed), WriteOutcome.Conflict.class);
    answer(cluster.updateStatus(ResourceKind.NODES, fresh), WriteOutcome.Done.class);
  }

  private void bind() throws InterruptedException {
    Pod pod = pod("bound");
    answer(cluster.bind(other(pod), "writes-node"), WriteOutcome.Conflict.class);
    answer(cluster.bind(missing(), "writes-node"), WriteOutcome.NotFound.class);
    answer(cluster.bind(World.ref(pod), "Not A Node"), WriteOutcome.Failed.class);
    answer(cluster.bind(World.ref(pod), "writes-node"), WriteOutcome.Done.class);
    answer(cluster.bind(World.ref(pod), "another"), WriteOutcome.Conflict.class);
    answer(cluster.bind(World.ref(pod), "writes-node"), WriteOutcome.Done.class);
    Pod bound = World.done(answer(cluster.get(World.ref(pod))));
    expectEquals("writes-node", bound.getSpec().getNodeName(), "the node");
  }

  private void patch() throws InterruptedException {
    Pod pod = pod("patched");
    PodCondition condition =
        new PodConditionBuilder().withType("PodScheduled").withStatus("False").withReason("Unschedulable").withMessage("why").build();
    PodStatusPatch nominate = new PodStatusPatch(List.of(condition), "writes-node");
    answer(cluster.patchPodStatus(other(pod), nominate), WriteOutcome.Conflict.class);
    answer(cluster.patchPodStatus(missing(), nominate), WriteOutcome.NotFound.class);
    Pod nominated = World.done(answer(cluster.patchPodStatus(World.ref(pod), nominate)));
    expectEquals("writes-node", nominated.getStatus().getNominatedNodeName(), "the nominated node");
    Pod left = World.done(answer(cluster.patchPodStatus(World.ref(pod), new PodStatusPatch(List.of(), null))));
    expectEquals("writes-node", left.getStatus().getNominatedNodeName(), "the nominated node");
    Pod cleared = World.done(answer(cluster.patchPodStatus(World.ref(pod), new PodStatusPatch(List.of(), ""))));
    expect(cleared.getStatus().getNominatedNodeName() == null, "the nominated node is still there");
    expectEquals("why", cleared.getStatus().getConditions().get(0).getMessage(), "the condition's message");
  }

  private void evict() throws InterruptedException {
    Pod pod = pod("evicted");
    Pod ready =
        new PodBuilder(pod)
            .editStatus()
            .withPhase("Running")
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    answer(cluster.bind(World.ref(pod), "writes-node"), WriteOutcome.Done.class);
    Pod bound = World.done(answer(cluster.get(World.ref(pod))));
    Pod running = new PodBuilder(bound).withStatus(ready.getStatus()).build();
    answer(cluster.updateStatus(ResourceKind.PODS, running), WriteOutcome.Done.class);
    PodDisruptionBudget budget =
        new PodDisruptionBudgetBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName("keep-one")
            .endMetadata()
            .withNewSpec()
            .withNewMinAvailable(1)
            .withNewSelector()
            .addToMatchLabels("app", "evicted")
            .endSelector()
            .endSpec()
            .build();
    PodDisruptionBudget made = World.done(answer(cluster.create(ResourceKind.POD_DISRUPTION_BUDGETS, budget)));
    PodDisruptionBudget spent =
        new PodDisruptionBudgetBuilder(made)
            .withNewStatus()
            .withObservedGeneration(made.getMetadata().getGeneration())
            .withDisruptionsAllowed(0)
            .withCurrentHealthy(1)
            .withDesiredHealthy(1)
            .withExpectedPods(1)
            .endStatus()
            .build();
    answer(cluster.updateStatus(ResourceKind.POD_DISRUPTION_BUDGETS, spent), WriteOutcome.Done.class);
    var blocked = answer(cluster.evict(World.ref(pod), 0L), EvictionOutcome.BlockedByBudget.class);
    expect(blocked.message().contains("keep-one"), "the budget is not named: " + blocked.message());
    answer(cluster.delete(ObjectRef.of(ResourceKind.POD_DISRUPTION_BUDGETS, made)), WriteOutcome.Done.class);
    answer(cluster.evict(missing(), null), EvictionOutcome.AlreadyGone.class);
    answer(cluster.evict(other(pod), null), EvictionOutcome.Failed.class);
    answer(cluster.evict(World.ref(pod), 0L), EvictionOutcome.Evicted.class);
    answer(cluster.evict(World.ref(pod), 0L), EvictionOutcome.AlreadyGone.class);
  }

  private void delete() throws InterruptedException {
    Pod pod = pod("deleted");
    answer(cluster.bind(World.ref(pod), "writes-node"), WriteOutcome.Done.class);
    answer(cluster.delete(other(pod)), WriteOutcome.Conflict.class);
    answer(cluster.delete(missing()), WriteOutcome.NotFound.class);
    Pod going = World.done(answer(cluster.delete(World.ref(pod))));
    expect(going.getMetadata().getDeletionTimestamp() != null, "the pod that is going does not say so");
    answer(cluster.delete(World.ref(pod), 0L), WriteOutcome.Done.class);
    answer(cluster.get(World.ref(pod)), WriteOutcome.NotFound.class);
  }

  private void get() throws InterruptedException {
    Pod pod = pod("read");
    answer(cluster.get(World.ref(pod)), WriteOutcome.Done.class);
    answer(cluster.get(other(pod)), WriteOutcome.NotFound.class);
    answer(cluster.get(missing()), WriteOutcome.NotFound.class);
  }

  private void events() throws InterruptedException {
    PodInfo pod = PodInfo.of(pod("told"), EffectiveRequests.upstream());
    world.cluster().event(pod, pod, EventNote.normal("Scheduled", "Binding", "bound", "conformance"));
    world.cluster().event(pod, null, EventNote.warning("FailedScheduling", "Scheduling", "x".repeat(3000), "conformance"));
    Checks.await(Duration.ofSeconds(20), "two events", () -> told().size() == 2);
    Event event = told().stream().filter(e -> e.getReason().equals("Scheduled")).findFirst().orElseThrow();
    expectEquals(pod.uid(), event.getRegarding().getUid(), "the UID of whom it regards");
    expectEquals("conformance", event.getReportingController(), "the reporting controller");
    expect(event.getEventTime() != null, "there is no event time");
  }

  private List<Event> told() {
    return world.client().events().v1().events().inNamespace(NAMESPACE).list().getItems();
  }

  private void untypedKinds() throws InterruptedException {
    var kind =
        new ResourceKind<>(
            "coordination.k8s.io", "v1", "leases", "Lease", true, GenericKubernetesResource.class);
    var lease =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("coordination.k8s.io/v1")
            .withKind("Lease")
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName("untyped")
            .endMetadata()
            .build();
    answer(cluster.create(kind, lease), WriteOutcome.Done.class);
    SinkLog<GenericKubernetesResource> sink = new SinkLog<>(NAMESPACE);
    try (var watch = world.cluster().watch(kind, sink)) {
      Checks.await(Duration.ofSeconds(20), "the lease", () -> sink.isSynced() && sink.versions().containsKey("untyped"));
      answer(cluster.delete(new ObjectRef<>(kind, NAMESPACE, "untyped", "")), WriteOutcome.Done.class);
      Checks.await(Duration.ofSeconds(20), "the lease's deletion", () -> sink.versions().isEmpty());
    }
    expect(sink.faults().isEmpty(), String.join("; ", sink.faults()));
  }
}
