package io.berth.framework.model;

import io.berth.framework.resource.PodResources;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import io.berth.framework.selector.NodeTaint;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A node and the pods on it, as a scheduler sees them. Immutable, but for the {@link Edit#view} of an edit. Hand it to
 * another thread by a safe publication (an executor, a lock, a volatile field).
 *
 * <p>Copies share what did not change; {@link #withPod} copies the array of pods and the sums, and no more. A removed pod is
 * replaced in the list by the last one, as upstream does.
 *
 * <p>Source: pkg/scheduler/framework/types.go NodeInfo, v1.37.2.
 */
public final class NodeInfo {

  private static final AtomicLong GENERATIONS = new AtomicLong();

  private final NodeFacts facts;
  private PodArray pods;
  private PodArray withAffinity;
  private PodArray withRequiredAntiAffinity;
  private HostPortInfo usedPorts;
  private Resources requested;
  private long nonZeroMilliCpu;
  private long nonZeroMemory;
  private long generation;

  private NodeInfo(NodeFacts facts) {
    this.facts = facts;
    this.pods = PodArray.EMPTY;
    this.withAffinity = PodArray.EMPTY;
    this.withRequiredAntiAffinity = PodArray.EMPTY;
    this.usedPorts = HostPortInfo.EMPTY;
    this.requested = Resources.EMPTY;
    this.generation = GENERATIONS.incrementAndGet();
  }

  private NodeInfo(NodeFacts facts, NodeInfo other) {
    this.facts = facts;
    this.pods = other.pods;
    this.withAffinity = other.withAffinity;
    this.withRequiredAntiAffinity = other.withRequiredAntiAffinity;
    this.usedPorts = other.usedPorts;
    this.requested = other.requested;
    this.nonZeroMilliCpu = other.nonZeroMilliCpu;
    this.nonZeroMemory = other.nonZeroMemory;
    this.generation = GENERATIONS.incrementAndGet();
  }

  /**
   * A node without pods.
   *
   * @throws io.berth.framework.resource.QuantityFormatException if an allocatable amount is not a quantity
   */
  public static NodeInfo of(Node node) {
    return new NodeInfo(NodeFacts.of(node));
  }

  /** A node whose object is not known (yet, or any more), and which may have pods all the same. */
  public static NodeInfo missing(String name) {
    return new NodeInfo(NodeFacts.missing(name));
  }

  /** The same pods under another node object. */
  public NodeInfo withNode(Node node) {
    return frozen(new NodeInfo(NodeFacts.of(node), this));
  }

  /** The same pods, and no node object. */
  public NodeInfo withoutNode() {
    return frozen(new NodeInfo(NodeFacts.missing(facts.name()), this));
  }

  /** One pod more. It is not checked whether it is there already. */
  public NodeInfo withPod(PodInfo pod) {
    NodeInfo copy = new NodeInfo(facts, this);
    copy.pods = pods.with(pod);
    copy.withAffinity = pod.hasAffinity() ? withAffinity.with(pod) : withAffinity;
    copy.withRequiredAntiAffinity =
        pod.hasRequiredAntiAffinity() ? withRequiredAntiAffinity.with(pod) : withRequiredAntiAffinity;
    copy.account(pod);
    return frozen(copy);
  }

  /**
   * One pod fewer.
   *
   * @throws IllegalArgumentException if no pod has this {@link PodInfo#uid}
   */
  public NodeInfo withoutPod(String uid) {
    int index = indexOf(uid);
    PodInfo pod = pods.get(index);
    NodeInfo copy = new NodeInfo(facts, this);
    copy.pods = pods.without(index);
    copy.withAffinity = pod.hasAffinity() ? withAffinity.without(withAffinity.indexOf(uid)) : withAffinity;
    copy.withRequiredAntiAffinity = pod.hasRequiredAntiAffinity()
        ? withRequiredAntiAffinity.without(withRequiredAntiAffinity.indexOf(uid)) : withRequiredAntiAffinity;
    copy.discount(pod);
    return frozen(copy);
  }

  /** A private overlay for trying out what would be if pods came or went. */
  public Edit edit() {
    return new Edit(this);
  }

  private int indexOf(String uid) {
    int index = pods.indexOf(uid);
    if (index < 0) {
      throw new IllegalArgumentException("no corresponding pod " + uid + " in pods of node " + facts.name());
    }
    return index;
  }

  private void account(PodInfo pod) {
    PodResources resources = pod.resources();
    requested = requested.plus(resources.onNode());
    nonZeroMilliCpu += resources.nonZeroMilliCpu();
    nonZeroMemory += resources.nonZeroMemory();
    usedPorts = usedPorts.with(pod.hostPorts());
  }

  private void discount(PodInfo pod) {
    PodResources resources = pod.resources();
    requested = requested.minus(resources.onNode());
    nonZeroMilliCpu -= resources.nonZeroMilliCpu();
    nonZeroMemory -= resources.nonZeroMemory();
    usedPorts = usedPorts.without(pod.hostPorts());
  }

  /** Lets go of arrays that an edit may still change. */
  private static NodeInfo frozen(NodeInfo copy) {
    copy.pods = copy.pods.frozen();
    copy.withAffinity = copy.withAffinity.frozen();
    copy.withRequiredAntiAffinity = copy.withRequiredAntiAffinity.frozen();
    return copy;
  }

  /** Whether there is a node object. */
  public boolean hasNode() {
    return facts.node() != null;
  }

  /**
   * The node object, borrowed.
   *
   * @throws IllegalStateException if there is none
   */
  public Node node() {
    Node node = facts.node();
    if (node == null) {
      throw new IllegalStateException("node " + facts.name() + " has no object");
    }
    return node;
  }

  /** The name. */
  public String name() {
    return facts.name();
  }

  /** The labels, by key. Read-only. */
  public Map<String, String> labels() {
    return facts.labels();
  }

  /** The taints, in their order. */
  public List<NodeTaint> taints() {
    return facts.taints();
  }

  /** Whether it is marked as unschedulable. */
  public boolean unschedulable() {
    return facts.unschedulable();
  }

  /** What it has for pods. */
  public Resources allocatable() {
    return facts.allocatable();
  }

  /** How many pods it takes. */
  public int allowedPodNumber() {
    return (int) Math.min(Integer.MAX_VALUE, facts.allocatable().get(ResourceName.PODS));
  }

  /** The size of an image on it, by the name that the node reports; 0 if it is not there. */
  public long imageSize(String name) {
    return Math.max(0, facts.images().size(name));
  }

  /** Whether an image is on it, by the name that the node reports. */
  public boolean hasImage(String name) {
    return facts.images().size(name) >= 0;
  }

  /** The names of the images on it, sorted. */
  public List<String> imageNames() {
    return facts.images().names();
  }

  /** The features that it declares, sorted. */
  public Set<String> declaredFeatures() {
    return facts.declaredFeatures();
  }

  /** What identifies its zone among all regions; empty if it is in none. */
  public String zone() {
    return facts.zone();
  }

  /** The pods on it. Read-only. */
  public List<PodInfo> pods() {
    return pods;
  }

  /** The pods on it with an affinity or anti-affinity to pods. Read-only. */
  public List<PodInfo> podsWithAffinity() {
    return withAffinity;
  }

  /** The pods on it with required anti-affinity terms. Read-only. */
  public List<PodInfo> podsWithRequiredAntiAffinity() {
    return withRequiredAntiAffinity;
  }

  /** The pod with this {@link PodInfo#uid}; {@code null} if it is not on the node. */
  public @Nullable PodInfo pod(String uid) {
    int index = pods.indexOf(uid);
    return index < 0 ? null : pods.get(index);
  }

  /** The host ports that its pods take. */
  public HostPortInfo usedPorts() {
    return usedPorts;
  }

  /** What its pods take. */
  public Resources requested() {
    return requested;
  }

  /** What its pods take of a resource. */
  public long requested(ResourceName name) {
    return requested.get(name);
  }

  /** What its pods take of CPU, with an assumption for containers that request none; in thousandths. */
  public long nonZeroRequestedMilliCpu() {
    return nonZeroMilliCpu;
  }

  /** What its pods take of memory, with an assumption for containers that request none; in bytes. */
  public long nonZeroRequestedMemory() {
    return nonZeroMemory;
  }

  /**
   * A number that no other content of any node has in this process: values of one generation are equal. It grows with every
   * change.
   */
  public long generation() {
    return generation;
  }

  /** By name, so that it is the same in every process; nodes are equal by identity. */
  @Override
  public int hashCode() {
    return facts.name().hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return facts.name() + " with " + pods.size() + " pods requesting " + requested + " of " + facts.allocatable();
  }

  /**
   * Tries out what would be if pods came or went, without a copy per step. The node that it was made from never changes. Not
   * thread-safe.
   */
  public static final class Edit {

    private final NodeInfo view;
    private final List<EditStep> steps = new ArrayList<>();

    private Edit(NodeInfo original) {
      view = new NodeInfo(original.facts, original);
      view.generation = original.generation;
      frozen(view);
    }

    /** The node as it is now, after the operations so far. It follows later operations. */
    public NodeInfo view() {
      return view;
    }

    /** One pod more. */
    public void add(PodInfo pod) {
      own();
      steps.add(step(pod, -1, -1, -1));
      view.pods.append(pod);
      if (pod.hasAffinity()) {
        view.withAffinity.append(pod);
      }
      if (pod.hasRequiredAntiAffinity()) {
        view.withRequiredAntiAffinity.append(pod);
      }
      view.account(pod);
      view.generation = GENERATIONS.incrementAndGet();
    }

    /**
     * One pod fewer, found by its {@link PodInfo#uid}. Its host ports are free in this view, even those that another pod takes as well:
     * what upstream tries out goes by that.
     *
     * @throws IllegalArgumentException if it is not on the node
     */
    public void remove(PodInfo pod) {
      int at = view.indexOf(pod.uid());
      own();
      PodInfo found = view.pods.get(at);
      int atAffinity = found.hasAffinity() ? view.withAffinity.indexOf(found.uid()) : -1;
      int atAntiAffinity = found.hasRequiredAntiAffinity() ? view.withRequiredAntiAffinity.indexOf(found.uid()) : -1;
      steps.add(step(found, at, atAffinity, atAntiAffinity));
      view.pods.removeAt(at);
      if (atAffinity >= 0) {
        view.withAffinity.removeAt(atAffinity);
      }
      if (atAntiAffinity >= 0) {
        view.withRequiredAntiAffinity.removeAt(atAntiAffinity);
      }
      view.discount(found);
      view.usedPorts = view.usedPorts.freed(found.hostPorts());
      view.generation = GENERATIONS.incrementAndGet();
    }

    /**
     * Takes back the last operation that was not yet taken back: sums, positions and generation are what they were.
     *
     * @throws IllegalStateException if there is none
     */
    public void undo() {
      if (steps.isEmpty()) {
        throw new IllegalStateException("nothing to undo on node " + view.name());
      }
      EditStep step = steps.remove(steps.size() - 1);
      if (step.at() < 0) {
        view.pods.dropLast();
        if (step.pod().hasAffinity()) {
          view.withAffinity.dropLast();
        }
        if (step.pod().hasRequiredAntiAffinity()) {
          view.withRequiredAntiAffinity.dropLast();
        }
      } else {
        view.pods.restoreAt(step.at(), step.pod());
        if (step.atAffinity() >= 0) {
          view.withAffinity.restoreAt(step.atAffinity(), step.pod());
        }
        if (step.atAntiAffinity() >= 0) {
          view.withRequiredAntiAffinity.restoreAt(step.atAntiAffinity(), step.pod());
        }
      }
      view.usedPorts = step.ports();
      view.requested = step.requested();
      view.nonZeroMilliCpu = step.milliCpu();
      view.nonZeroMemory = step.memory();
      view.generation = step.generation();
    }

    /** How many operations can be taken back. */
    public int size() {
      return steps.size();
    }

    private void own() {
      view.pods = view.pods.owned();
      view.withAffinity = view.withAffinity.owned();
      view.withRequiredAntiAffinity = view.withRequiredAntiAffinity.owned();
    }

    private EditStep step(PodInfo pod, int at, int atAffinity, int atAntiAffinity) {
      return new EditStep(pod, at, atAffinity, atAntiAffinity, view.usedPorts, view.requested, view.nonZeroMilliCpu,
          view.nonZeroMemory, view.generation);
    }
  }
}
