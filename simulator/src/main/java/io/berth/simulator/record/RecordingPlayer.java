package io.berth.simulator.record;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.record.Recording.Change;
import io.berth.simulator.record.Recording.Type;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Plays a recording on a cluster in virtual time: what came, changed and went does so when it did. What the recorded scheduler decided is
 * told to a listener, and done or left to another scheduler, as the mode says. Not thread-safe.
 */
public final class RecordingPlayer {

  /**
   * The seed of a {@link java.util.Random} with which {@code berth simulate} breaks ties: with it recordings of simulations are decided as
   * they were.
   */
  public static final long SEED = 1;

  private static final String SCHEDULED = "PodScheduled";

  private final Recording recording;
  private final InMemoryCluster cluster;
  private final Mode mode;
  private final Predicate<Pod> served;
  private final ClaimReplay claims;
  private final Set<String> ours = new LinkedHashSet<>();
  private final Set<String> boundThen = new LinkedHashSet<>();

  /** Who places the pods that the recorded scheduler placed. */
  public enum Mode {
    /**
     * The scheduler of the replay does. A pod keeps the node that this one gave it, and whatever the recorded scheduler wrote into its
     * status is left out; everything else about it follows the recording. A claim keeps the devices that this one gave it until the
     * recording's last pod gives it back.
     */
    DECIDE,
    /** The recorded scheduler did: the cluster is at every moment as it was. */
    FOLLOW
  }

  /** Hears of the pods that a scheduler had to place. */
  public interface Listener {
    /** A pod is there that waits for a node. */
    void waits(Pod pod);

    /** The recorded scheduler had bound the pod to the node by now; the cluster does not show that yet, and has nothing left to do. */
    void wasBound(Pod pod, String node);

    /** The pod, as it is in the cluster, is about to go or has come to its end. */
    void ends(Pod pod);
  }

  /**
   * A player that has done nothing yet.
   *
   * @param served whether the pod asks for a scheduler whose decisions are of interest; all others follow the recording
   */
  public RecordingPlayer(Recording recording, InMemoryCluster cluster, Mode mode, Predicate<Pod> served) {
    this.recording = recording;
    this.cluster = cluster;
    this.mode = mode;
    this.served = served;
    this.claims = new ClaimReplay(cluster);
  }

  /** Creates what was there at the start. */
  public void prepare(Listener listener) {
    for (HasMetadata object : recording.initial()) {
      add(object, listener);
      if (object instanceof ResourceClaim claim) {
        claims.known(claim);
      }
    }
  }

  /** Plays the whole recording from now on. */
  public void play(VirtualTime time, Listener listener) {
    play(time, time::runUntil, listener);
  }

  /**
   * Plays the whole recording from now on, for those who let time pass themselves.
   *
   * @param goTo lets time pass until then, and everything happen that is due; it may be then already
   */
  public void play(Timers timers, Consumer<Instant> goTo, Listener listener) {
    Instant start = timers.now();
    for (Change change : recording.changes()) {
      Instant at = start.plus(change.at());
      if (at.isAfter(timers.now())) {
        goTo.accept(at);
      }
      play(change, () -> goTo.accept(timers.now()), listener);
    }
    goTo.accept(start.plus(recording.length()));
    for (String key : List.copyOf(ours)) {
      end(cluster.get(ResourceKind.PODS, key.substring(0, key.indexOf('/')), key.substring(key.indexOf('/') + 1)), listener);
    }
  }

  private void play(Change change, Runnable settle, Listener listener) {
    HasMetadata object = change.object();
    if (mode == Mode.DECIDE && object instanceof ResourceClaim claim && change.type() != Type.DELETE) {
      claims.play(claim);
      return;
    }
    HasMetadata there = cluster.get(object);
    if (change.type() == Type.DELETE) {
      if (there != null) {
        remove(there, listener);
      }
    } else if (there == null) {
      if (change.type() == Type.ADD) { // what this replay has lost is not changed any more
        add(object, listener);
      }
    } else if (!there.getMetadata().getUid().equals(object.getMetadata().getUid())) {
      remove(there, listener);
      add(object, listener);
    } else if (object instanceof Pod pod && ours.contains(key(pod))) {
      updateOurs(pod, settle, listener);
    } else {
      update(object, there, listener);
    }
  }

  private void add(HasMetadata object, Listener listener) {
    if (!(object instanceof Pod pod) || !nodeName(pod).isEmpty() || isFinished(pod) || !served.test(pod)) {
      cluster.create(object);
      return;
    }
    ours.add(key(pod));
    Pod created = cluster.create(mode == Mode.DECIDE ? ours(pod, null) : pod);
    if (pod.getMetadata().getDeletionTimestamp() == null) {
      listener.waits(created);
    }
  }

  private void remove(HasMetadata there, Listener listener) {
    if (there instanceof Pod pod) {
      end(pod, listener);
      boundThen.remove(key(pod));
    }
    cluster.remove(there);
  }

  private void end(@Nullable Pod pod, Listener listener) {
    if (pod != null && ours.remove(key(pod))) {
      listener.ends(pod);
    }
  }

  private void updateOurs(Pod recorded, Runnable settle, Listener listener) {
    String key = key(recorded);
    if (!nodeName(recorded).isEmpty() && boundThen.add(key)) {
      settle.run();
      listener.wasBound(Objects.requireNonNull(cluster.get(recorded)), nodeName(recorded));
    }
    Pod there = Objects.requireNonNull(cluster.get(recorded));
    if (isFinished(recorded)) {
      end(there, listener);
    }
    update(mode == Mode.DECIDE ? ours(recorded, there) : recorded, there, listener);
  }

  private void update(HasMetadata object, HasMetadata there, Listener listener) {
    HasMetadata updated = cluster.update(object);
    boolean goes = object.getMetadata().getDeletionTimestamp() != null && there.getMetadata().getDeletionTimestamp() == null;
    if (goes) {
      if (updated instanceof Pod pod && nodeName(pod).isEmpty()) {
        end(pod, listener); // an API server takes it away at once
      }
      cluster.delete(updated);
    }
  }

  /** The recorded pod with what this replay's scheduler has made of it. */
  private static Pod ours(Pod recorded, @Nullable Pod there) {
    Pod pod = new PodBuilder(recorded).build();
    String node = there == null ? "" : nodeName(there);
    pod.getSpec().setNodeName(node.isEmpty() ? null : node);
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    pod.setStatus(status);
    List<PodCondition> conditions = new ArrayList<>(status.getConditions());
    conditions.removeIf(condition -> SCHEDULED.equals(condition.getType()));
    PodStatus known = there == null ? null : there.getStatus();
    if (known != null) {
      known.getConditions().stream().filter(condition -> SCHEDULED.equals(condition.getType())).forEach(conditions::add);
    }
    status.setConditions(conditions);
    status.setNominatedNodeName(known == null ? null : known.getNominatedNodeName());
    if (!isFinished(recorded) && (node.isEmpty() || nodeName(recorded).isEmpty())) {
      status.setPhase("Pending"); // nothing can have started it
      status.setStartTime(null);
    }
    return pod;
  }

  private static String key(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }

  private static String nodeName(Pod pod) {
    String name = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
    return name == null ? "" : name;
  }

  private static boolean isFinished(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }
}
