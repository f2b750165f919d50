package io.berth.scenario;

import io.berth.framework.Timers;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WatchInterceptor;
import io.berth.simulator.WriteInterceptor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What goes wrong between a cluster and those who work on it. Each fault is armed, and hits the next request or the next told change of
 * its kind; several wait for their turn. Without armed faults all goes well.
 */
public final class Faults implements WriteInterceptor, WatchInterceptor {
  private final Map<Verb, ArrayDeque<WriteDecision>> writes = new EnumMap<>(Verb.class);
  private final Map<Target, ArrayDeque<WatchDecision>> watches = new HashMap<>();
  private final Map<Integer, Target> opened = new HashMap<>();
  private final Map<Verb, Instant> lastHits = new EnumMap<>(Verb.class);
  private final Timers time;
  private final Story story;

  Faults(Timers time, Story story) {
    this.time = time;
    this.story = story;
  }

  /** Whose watch a fault hits. */
  public enum Who {
    SCHEDULER,
    KUBELETS,
    CONTROLLERS
  }

  private record Target(Who who, String kind) {}

  /** The next request with this verb meets this fate. */
  public void arm(Verb verb, WriteDecision decision) {
    writes.computeIfAbsent(verb, v -> new ArrayDeque<>()).add(decision);
  }

  /** The next change that one of these watches is told meets this fate. */
  public void arm(Who who, ResourceKind<?> kind, WatchDecision decision) {
    watches.computeIfAbsent(new Target(who, kind.plural()), t -> new ArrayDeque<>()).add(decision);
  }

  /** Nothing goes wrong any more, but for what is going wrong already. */
  public void clear() {
    writes.clear();
    watches.clear();
  }

  /** When a request with this verb was last hit; long ago when none was. */
  Instant lastHit(Verb verb) {
    return lastHits.getOrDefault(verb, Instant.EPOCH);
  }

  /** A watch is about to be opened; all of a cluster's must be announced here, in their order. */
  void watchOpens(ResourceKind<?> kind, Who who) {
    opened.put(opened.size(), new Target(who, kind.plural()));
  }

  @Override
  public WriteDecision beforeWrite(WriteRequest request) {
    ArrayDeque<WriteDecision> armed = writes.get(request.verb());
    WriteDecision decision = armed == null ? null : armed.poll();
    if (decision == null) {
      return WriteDecision.PROCEED;
    }
    lastHits.put(request.verb(), time.now());
    story.tell("fault: " + request.verb() + " of " + request.kind().plural() + " " + request.name() + " meets " + decision);
    return decision;
  }

  @Override
  public WatchDecision beforeDelivery(WatchedChange change) {
    Target target = opened.get(change.watch());
    ArrayDeque<WatchDecision> armed = target == null ? null : watches.get(target);
    WatchDecision decision = armed == null ? null : armed.poll();
    if (decision == null) {
      return WatchDecision.DELIVER;
    }
    story.tell(
        "fault: " + target.who + " watching " + target.kind + ", told " + change.type() + " "
            + change.object().getMetadata().getName() + ", meets " + decision);
    return decision;
  }
}
