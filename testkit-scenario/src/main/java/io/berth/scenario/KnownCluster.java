package io.berth.scenario;

import io.berth.framework.Timers;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What one scheduler knows, kept apart from its own cache: what it has been told of nodes, pods and all else, and which nodes it has
 * chosen that the cluster does not show yet. In step with the scheduler's tasks: during a task it has what that task can know.
 */
public final class KnownCluster {
  private final TreeMap<String, Node> nodes = new TreeMap<>();
  private final TreeMap<String, Namespace> namespaces = new TreeMap<>();
  private final TreeMap<String, Pod> pods = new TreeMap<>();
  private final Map<ResourceKind<?>, TreeMap<String, HasMetadata>> others = new HashMap<>();
  private final TreeMap<String, PodInfo> chosen = new TreeMap<>();
  private final TreeMap<String, PodInfo> leaving = new TreeMap<>();
  private final Timers time;
  private Instant leavingSince = Instant.EPOCH;
  private @Nullable Told told;
  private boolean announced;

  KnownCluster(Timers time) {
    this.time = time;
  }

  /**
   * One change as the scheduler was told of it.
   *
   * @param before {@code null} for something new
   * @param after {@code null} for something that is gone
   */
  public record Told(@Nullable HasMetadata before, @Nullable HasMetadata after) {
    /** The object after the change, or its last state. */
    public HasMetadata object() {
      return Objects.requireNonNull(after == null ? before : after);
    }
  }

  /** The change that the task under way, or the last one, deals with; {@code null} when it deals with something else. */
  public @Nullable Told told() {
    return told;
  }

  /** Whether this knows something that the scheduler hears of in its next task only. */
  public boolean isAhead() {
    return announced;
  }

  /** All nodes, by name. */
  public Collection<Node> nodes() {
    return Collections.unmodifiableCollection(nodes.values());
  }

  /** The node, or {@code null}. */
  public @Nullable Node node(String name) {
    return nodes.get(name);
  }

  /** All namespaces, by name. */
  public Collection<Namespace> namespaces() {
    return Collections.unmodifiableCollection(namespaces.values());
  }

  /** The pods that have not ended, by namespace and name. */
  public Collection<Pod> pods() {
    return Collections.unmodifiableCollection(pods.values());
  }

  /** The pod, unless it has ended, or {@code null}. */
  public @Nullable Pod pod(String key) {
    return pods.get(key);
  }

  /** All objects of a kind that is watched, by namespace and name; of pods those that have not ended. */
  public <T extends HasMetadata> Collection<T> all(ResourceKind<T> kind) {
    Collection<? extends HasMetadata> all =
        kind.equals(ResourceKind.NODES)
            ? nodes.values()
            : kind.equals(ResourceKind.NAMESPACES)
                ? namespaces.values()
                : kind.equals(ResourceKind.PODS) ? pods.values() : others.getOrDefault(kind, new TreeMap<>()).values();
    return all.stream().map(kind.type()::cast).toList();
  }

  /** What is on the node, chosen pods included. */
  public List<Pod> podsOn(String nodeName) {
    List<Pod> found = new ArrayList<>();
    for (Pod pod : pods.values()) {
      if (nodeName.equals(pod.getSpec().getNodeName())) {
        found.add(pod);
      }
    }
    for (PodInfo pod : chosen.values()) {
      if (pod.nodeName().equals(nodeName)) {
        found.add(pod.pod());
      }
    }
    return found;
  }

  /** Pods with the node that was chosen for them, which the cluster does not show yet; by UID. */
  public Collection<PodInfo> chosen() {
    return Collections.unmodifiableCollection(chosen.values());
  }

  /**
   * Pods that are gone, or about to be, and for which a node had been chosen. The scheduler gives back what they hold in a task of its
   * own, at the same instant: until then it may count them or not.
   */
  public Collection<PodInfo> leaving() {
    return leavingSince.equals(time.now()) ? Collections.unmodifiableCollection(leaving.values()) : List.of();
  }

  private void leaves(PodInfo pod) {
    if (!leavingSince.equals(time.now())) {
      leaving.clear();
      leavingSince = time.now();
    }
    leaving.put(pod.uid(), pod);
  }

  void choose(PodInfo pod) {
    chosen.put(pod.uid(), pod);
  }

  void giveBack(PodInfo pod) {
    chosen.remove(pod.uid());
    leaving.remove(pod.uid());
  }

  /** A task of the scheduler begins. */
  void taskBegins() {
    if (!announced) {
      told = null;
    }
    announced = false;
  }

  /** The next task deals with this. */
  private void announce(ResourceKind<?> kind, Told change) {
    told = change;
    announced = true;
    boolean there = change.after() != null;
    HasMetadata object = change.object();
    if (object instanceof Node node) {
      set(nodes, node.getMetadata().getName(), node, there);
    } else if (object instanceof Namespace namespace) {
      set(namespaces, namespace.getMetadata().getName(), namespace, there);
    } else if (object instanceof Pod pod) {
      set(pods, key(pod), pod, there && !ended(pod));
      decided(pod, !there);
    } else {
      set(others.computeIfAbsent(kind, k -> new TreeMap<>()), key(object), object, there);
    }
  }

  private static <T> void set(TreeMap<String, T> map, String key, T object, boolean there) {
    if (there) {
      map.put(key, object);
    } else {
      map.remove(key);
    }
  }

  /** The cluster shows what has become of a choice. */
  private void decided(Pod pod, boolean gone) {
    boolean bound = pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty();
    boolean going = pod.getMetadata().getDeletionTimestamp() != null;
    PodInfo known = bound || gone || going || ended(pod) ? chosen.remove(pod.getMetadata().getUid()) : null;
    if (known != null && !bound) {
      leaves(known);
    }
    chosen.values().removeIf(other -> other.key().equals(key(pod)) && !other.uid().equals(pod.getMetadata().getUid()));
  }

  static String key(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  static boolean ended(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  /** Tells this, then the sink, of each change; {@code post} runs tasks of the scheduler. */
  <T extends HasMetadata> EventSink<T> before(ResourceKind<T> kind, EventSink<T> sink, Executor post) {
    return new EventSink<>() {
      @Override
      public void added(T object) {
        post.execute(() -> announce(kind, new Told(null, object)));
        sink.added(object);
      }

      @Override
      public void updated(T oldObject, T newObject) {
        post.execute(() -> announce(kind, new Told(oldObject, newObject)));
        sink.updated(oldObject, newObject);
      }

      @Override
      public void deleted(T last, boolean finalStateUnknown) {
        post.execute(() -> announce(kind, new Told(last, null)));
        sink.deleted(last, finalStateUnknown);
      }

      @Override
      public void synced() {
        sink.synced();
      }

      @Override
      public void stopped(@Nullable Throwable cause) {
        sink.stopped(cause);
      }
    };
  }
}
