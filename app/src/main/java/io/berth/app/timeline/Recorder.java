package io.berth.app.timeline;

import io.berth.app.timeline.Moment.What;
import io.berth.dynamicresources.DeviceHolds;
import io.berth.framework.NominationLoss;
import io.berth.framework.Timers;
import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.scheduler.PendingPod;
import io.berth.scheduler.SchedulingObserver;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens. It hears the scheduler as its observer, and the cluster through watches of its own, opened before the
 * scheduler's: so a change is written before what follows from it. Not thread-safe: everything happens on one thread.
 */
public final class Recorder implements SchedulingObserver, DeviceHolds.Listener {

  private static final Set<String> OF_THE_QUEUE =
      Set.of("ScheduleAttemptFailure", "BackoffComplete", "PopFromBackoffQ", "UnschedulableTimeout", "ForceActivate");

  private final Timers timers;
  private final Instant start;
  private final EffectiveRequests requests = EffectiveRequests.upstream();
  private final Consumer<Moment> live;
  private final List<String> nodeNames = new ArrayList<>();
  private final Map<String, Integer> nodes = new HashMap<>();
  private final Map<String, NodeState> lastStates = new HashMap<>();
  private final List<NodeState> states = new ArrayList<>();
  private final List<PodFacts> pods = new ArrayList<>();
  private final Map<String, Integer> podIndexes = new HashMap<>();
  private final Map<String, Integer> latestPods = new HashMap<>();
  private final List<Moment> moments = new ArrayList<>();
  private final DeviceRecorder devices;
  private @Nullable Moment lastChange;

  /**
   * A recorder.
   *
   * @param live hears each moment at once; of a cycle before it begins
   */
  public Recorder(Timers timers, Consumer<Moment> live) {
    this.timers = timers;
    this.live = live;
    start = timers.now();
    devices =
        new DeviceRecorder(
            (what, subject, node, number, text) -> {
              Moment moment = add(what, subject, node, number, text);
              lastChange = what == What.HELD ? lastChange : moment;
            },
            new DeviceRecorder.Indexes() {
              @Override
              public int pod(String uid) {
                return podIndexes.getOrDefault(uid, -1);
              }

              @Override
              public int node(String name) {
                return nodes.getOrDefault(name, -1);
              }
            });
  }

  /** Opens the watches; to be called before the scheduler is started. */
  public void watch(Cluster cluster) {
    cluster.watch(ResourceKind.NODES, new Changes<Node>(this::nodeAdded, this::nodeUpdated, this::nodeDeleted));
    cluster.watch(ResourceKind.PODS, new Changes<Pod>(this::podAdded, this::podUpdated, this::podDeleted));
    devices.watch(cluster);
  }

  /** A step of the script begins. */
  public void step(String text) {
    add(What.STEP, -1, -1, 0, text);
  }

  /** What was written so far. */
  public History history() {
    return new History(start, now(), nodeNames, states, pods, devices.facts(), moments);
  }

  /** {@code namespace/name} of the pod with this index. */
  public String pod(int index) {
    return pods.get(index).key();
  }

  /** Turns moments of this recorder into lines. */
  public TimelineText text() {
    return new TimelineText(this::pod, nodeNames::get, devices::pool, devices::claim);
  }

  private void nodeAdded(Node node) {
    String name = node.getMetadata().getName();
    if (nodes.putIfAbsent(name, nodes.size()) == null) {
      nodeNames.add(name);
    }
    lastChange = node(What.NODE_JOINED, node);
  }

  private void nodeUpdated(Node before, Node node) {
    NodeState state = NodeState.of(NodeInfo.of(node));
    if (!state.equals(lastStates.get(node.getMetadata().getName()))) {
      lastChange = node(What.NODE_CHANGED, node);
    }
  }

  private Moment node(What what, Node node) {
    String name = node.getMetadata().getName();
    NodeState state = NodeState.of(NodeInfo.of(node));
    NodeState before = lastStates.put(name, state);
    states.add(state);
    return add(what, nodes.get(name), -1, states.size() - 1, NodeText.of(what == What.NODE_JOINED ? null : before, state));
  }

  private void nodeDeleted(Node node) {
    lastChange = add(What.NODE_LEFT, nodes.get(node.getMetadata().getName()), -1, 0, "");
  }

  private void podAdded(Pod pod) {
    PodInfo info = PodInfo.of(pod, requests);
    podIndexes.put(info.uid(), pods.size());
    pods.add(new PodFacts(info.namespace(), info.name(), owner(pod), info.priority(), info.resources().onNode()));
    int index = pods.size() - 1;
    latestPods.put(info.key(), index);
    if (info.nodeName().isEmpty()) {
      add(What.POD_ARRIVED, index, -1, 0, "");
    } else {
      lastChange = add(What.POD_RUNNING, index, nodes.getOrDefault(info.nodeName(), -1), 0, "");
    }
  }

  private void podUpdated(Pod before, Pod pod) {
    String was = nodeName(before);
    String is = nodeName(pod);
    int index = podIndexes.get(pod.getMetadata().getUid());
    if (was.isEmpty() && !is.isEmpty()) {
      lastChange = add(What.BOUND, index, nodes.getOrDefault(is, -1), 0, "");
    } else if (is.isEmpty() && !nomination(pod).isEmpty() && !nomination(pod).equals(nomination(before))) {
      add(What.NOMINATED, index, nodes.getOrDefault(nomination(pod), -1), 0, "");
    } else if (!ended(before) && ended(pod)) {
      lastChange = add(What.ENDED, index, -1, 0, pod.getStatus().getPhase());
    }
  }

  /**
   * A pod is evicted for another one.
   *
   * @param uid of the pod
   * @param preemptor {@code namespace/name} of the other
   * @param why why it may be; empty when that is not known
   */
  public void preempted(String uid, String node, String preemptor, String why) {
    int victim = podIndexes.getOrDefault(uid, -1);
    if (victim >= 0) {
      String note = why.isEmpty() ? "" : " (" + why + ")";
      int other = latestPods.getOrDefault(preemptor, -1);
      add(What.PREEMPTED, victim, nodes.getOrDefault(node, -1), other, "for " + preemptor + note);
    }
  }

  @Override
  public void held(DeviceHolds.Hold hold) {
    devices.held(hold);
  }

  @Override
  public void ended(DeviceHolds.Hold hold, @Nullable NominationLoss loss) {
    devices.ended(hold, loss);
  }

  private void podDeleted(Pod pod) {
    String node = nodeName(pod);
    lastChange = add(What.POD_GONE, podIndexes.get(pod.getMetadata().getUid()), node.isEmpty() ? -1 : nodes.getOrDefault(node, -1), 0, "");
  }

  private static boolean ended(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private static String nodeName(Pod pod) {
    String name = pod.getSpec().getNodeName();
    return name == null ? "" : name;
  }

  private static String nomination(Pod pod) {
    String node = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
    return node == null ? "" : node;
  }

  private static String owner(Pod pod) {
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(owner.getController())) {
        return owner.getKind() + "/" + owner.getName();
      }
    }
    return "";
  }

  @Override
  public void queued(PodInfo pod, PendingPod.Place place, String event) {
    What what =
        switch (place) {
          case ACTIVE, IN_FLIGHT -> What.READY;
          case BACKOFF -> What.BACKOFF;
          case UNSCHEDULABLE -> What.WAITING;
          case GATED -> What.GATED;
        };
    Moment cause = lastChange;
    boolean ofTheQueue = OF_THE_QUEUE.contains(event) || event.startsWith("Unscheduled") || event.startsWith("TargetPod");
    String why = cause == null || ofTheQueue || !cause.at().equals(now()) ? event : event + ": " + cause(cause);
    add(what, podIndexes.getOrDefault(pod.uid(), -1), -1, 0, why);
  }

  private String cause(Moment cause) {
    if (cause.what().ofClaim() || cause.what() == What.POOL_CHANGED || cause.what() == What.HOLD_ENDED) {
      return text().sentence(cause);
    }
    String node = cause.node() < 0 ? "" : nodeNames.get(cause.node());
    if (cause.what().ofNode()) {
      String name = nodeNames.get(cause.subject());
      return name + (cause.what() == What.NODE_JOINED ? " joined" : cause.what() == What.NODE_LEFT ? " left" : ", " + cause.text());
    }
    String pod = pods.get(cause.subject()).key();
    return switch (cause.what()) {
      case POD_GONE -> pod + (node.isEmpty() ? " is gone" : " left " + node);
      case ENDED -> pod + " ended";
      default -> pod + (node.isEmpty() ? "" : " on " + node);
    };
  }

  @Override
  public void cycleBegins(PodInfo pod, int attempt) {
    add(What.CYCLE, podIndexes.getOrDefault(pod.uid(), -1), -1, attempt, "");
  }

  @Override
  public void attemptFailed(PodInfo pod, boolean unschedulable, String message) {
    add(unschedulable ? What.REJECTED : What.ERROR, podIndexes.getOrDefault(pod.uid(), -1), -1, 0, message);
  }

  private Duration now() {
    return Duration.between(start, timers.now());
  }

  private Moment add(What what, int subject, int node, int number, String text) {
    var moment = new Moment(now(), what, subject, node, number, text);
    moments.add(moment);
    live.accept(moment);
    return moment;
  }
}
