package io.berth.scheduler.fake;

import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A cluster that does as it is told: a test changes objects and sees what the scheduler writes. Echoes come at once. */
public final class FakeCluster implements Cluster {
  private final Map<ResourceKind<?>, EventSink<?>> sinks = new LinkedHashMap<>();
  private final Map<ResourceKind<?>, Map<String, HasMetadata>> objects = new LinkedHashMap<>();
  private final List<String> bindings = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<PodStatusPatch> patches = new ArrayList<>();
  private @Nullable CompletableFuture<WriteOutcome<Pod>> heldBinding;
  private BiFunction<String, String, CompletionStage<WriteOutcome<Pod>>> binder =
      (name, nodeName) -> CompletableFuture.completedFuture(bindNow(name, nodeName));
  private boolean syncs = true;
  private int version;

  /** The next binding stays open until the returned future completes; then, if it is done, its echo has to be made by the test. */
  public CompletableFuture<WriteOutcome<Pod>> holdNextBinding() {
    heldBinding = new CompletableFuture<>();
    return heldBinding;
  }

  /** Watches that are opened from now on do not say that they are synced. */
  public void neverSyncs() {
    syncs = false;
  }

  /** All open watches say that they are synced. */
  public void sync() {
    sinks.values().forEach(EventSink::synced);
  }

  /** Adds or replaces an object. */
  public <T extends HasMetadata> void put(T object) {
    ResourceKind<T> kind = kindOf(object);
    object.getMetadata().setResourceVersion(Integer.toString(++version));
    @SuppressWarnings("unchecked") // a kind determines the class of its objects
    T old = (T) objects.computeIfAbsent(kind, k -> new LinkedHashMap<>()).put(key(object), object);
    EventSink<T> sink = sink(kind);
    if (sink != null) {
      if (old == null) {
        sink.added(object);
      } else {
        sink.updated(old, object);
      }
    }
  }

  /** Removes an object. */
  public <T extends HasMetadata> void remove(T object) {
    ResourceKind<T> kind = kindOf(object);
    HasMetadata last = objects.computeIfAbsent(kind, k -> new LinkedHashMap<>()).remove(key(object));
    EventSink<T> sink = sink(kind);
    if (sink != null && last != null) {
      sink.deleted(kind.type().cast(last), false);
    }
  }

  /** What the scheduler hears with, for events that no well-behaved cluster would send. */
  @SuppressWarnings("unchecked") // a kind determines the class of its objects
  public <T extends HasMetadata> @Nullable EventSink<T> sink(ResourceKind<T> kind) {
    return (EventSink<T>) sinks.get(kind);
  }

  /** The pod in the default namespace as it is now. */
  public Pod pod(String name) {
    HasMetadata pod = objects.getOrDefault(ResourceKind.PODS, Map.of()).get("default/" + name);
    if (pod == null) {
      throw new AssertionError("there is no pod " + name);
    }
    return (Pod) pod;
  }

  /** {@code pod>node}, in the order of the bindings. */
  public List<String> bindings() {
    return bindings;
  }

  /** {@code reason pod: note}, in order. */
  public List<String> events() {
    return events;
  }

  /** Status patches, in order. */
  public List<PodStatusPatch> patches() {
    return patches;
  }

  /** The message of the pod's condition, or empty. */
  public String conditionMessage(String name) {
    return pod(name).getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("PodScheduled"))
        .map(PodCondition::getMessage)
        .findFirst()
        .orElse("");
  }

  /** Names of the kinds that are watched, sorted. */
  public List<String> watched() {
    TreeSet<String> names = new TreeSet<>();
    sinks.keySet().forEach(kind -> names.add(kind.plural()));
    return List.copyOf(names);
  }

  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    sinks.put(kind, sink);
    objects.getOrDefault(kind, Map.of()).values().forEach(object -> sink.added(kind.type().cast(object)));
    if (syncs) {
      sink.synced();
    }
    return () -> sinks.remove(kind);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> ref, String nodeName) {
    bindings.add(ref.name() + ">" + nodeName);
    CompletableFuture<WriteOutcome<Pod>> held = heldBinding;
    if (held != null) {
      heldBinding = null;
      return held;
    }
    return binder.apply(ref.name(), nodeName);
  }

  /** From now on bindings are answered so, by the names of pod and node. */
  public void bindWith(BiFunction<String, String, CompletionStage<WriteOutcome<Pod>>> answers) {
    binder = answers;
  }

  /** The names of all pods. */
  public List<String> podNames() {
    return objects.getOrDefault(ResourceKind.PODS, Map.of()).values().stream().map(pod -> pod.getMetadata().getName()).toList();
  }

  /** Binds the pod and tells the scheduler. */
  public WriteOutcome<Pod> bindNow(String name, String nodeName) {
    HasMetadata found = objects.getOrDefault(ResourceKind.PODS, Map.of()).get("default/" + name);
    if (found == null) {
      return new WriteOutcome.NotFound<>("pods \"" + name + "\" not found");
    }
    Pod bound =
        new PodBuilder((Pod) found)
            .editSpec().withNodeName(nodeName).endSpec()
            .editOrNewStatus().withNominatedNodeName(null).endStatus()
            .build();
    put(bound);
    return new WriteOutcome.Done<>(bound);
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> ref, PodStatusPatch patch) {
    patches.add(patch);
    HasMetadata found = objects.getOrDefault(ResourceKind.PODS, Map.of()).get(ref.key());
    if (found == null || !found.getMetadata().getUid().equals(ref.uid())) {
      return CompletableFuture.completedFuture(new WriteOutcome.NotFound<>("pods \"" + ref.name() + "\" not found"));
    }
    PodBuilder changed = new PodBuilder((Pod) found);
    for (PodCondition condition : patch.conditions()) {
      changed
          .editOrNewStatus()
          .removeMatchingFromConditions(old -> condition.getType().equals(old.getType()))
          .addToConditions(condition)
          .endStatus();
    }
    if (patch.nominatedNodeName() != null) {
      String node = patch.nominatedNodeName();
      changed.editOrNewStatus().withNominatedNodeName(node.isEmpty() ? null : node).endStatus();
    }
    Pod pod = changed.build();
    put(pod);
    return CompletableFuture.completedFuture(new WriteOutcome.Done<>(pod));
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    return CompletableFuture.completedFuture(new EvictionOutcome.Failed("not in this cluster", null));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(ObjectRef<T> ref, @Nullable Long gracePeriodSeconds) {
    HasMetadata found = objects.getOrDefault(ref.kind(), Map.of()).get(ref.key());
    if (found == null) {
      return CompletableFuture.completedFuture(new WriteOutcome.NotFound<>(ref.key() + " not found"));
    }
    T object = ref.kind().type().cast(found);
    remove(object);
    return CompletableFuture.completedFuture(new WriteOutcome.Done<>(object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> ref) {
    HasMetadata found = objects.getOrDefault(ref.kind(), Map.of()).get(ref.key());
    return CompletableFuture.completedFuture(
        found == null
            ? new WriteOutcome.NotFound<>(ref.key() + " not found")
            : new WriteOutcome.Done<>(ref.kind().type().cast(found)));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    return update(kind, object);
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    put(object);
    return CompletableFuture.completedFuture(new WriteOutcome.Done<>(object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return update(kind, object);
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    events.add(note.reason() + " " + regarding.name() + ": " + note.note());
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    events.add(note.reason() + " " + regarding.name() + ": " + note.note());
  }

  private static String key(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? object.getMetadata().getName() : namespace + "/" + object.getMetadata().getName();
  }

  @SuppressWarnings("unchecked") // the kind is chosen by the object's class
  private static <T extends HasMetadata> ResourceKind<T> kindOf(T object) {
    if (object instanceof Pod) {
      return (ResourceKind<T>) ResourceKind.PODS;
    }
    if (object instanceof Node) {
      return (ResourceKind<T>) ResourceKind.NODES;
    }
    return (ResourceKind<T>)
        List.of(ResourceKind.NAMESPACES, ResourceKind.SERVICES, ResourceKind.REPLICA_SETS).stream()
            .filter(kind -> kind.type().isInstance(object))
            .findFirst()
            .orElseThrow();
  }
}
