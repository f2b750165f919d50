package io.berth.scenario;

import io.berth.framework.Timers;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.simulator.WatchInterceptor.WatchedChange;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.WriteInterceptor.WriteRequest;
import io.berth.simulator.faults.Faults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Tells the story of faults that hit, and remembers whose watches are whose. */
final class FaultLog implements Faults.Listener {
  private final List<Component> watches = new ArrayList<>();
  private final Map<Verb, Instant> lastHits = new EnumMap<>(Verb.class);
  private final Timers time;
  private final Story story;
  private long writes;

  FaultLog(Timers time, Story story) {
    this.time = time;
    this.story = story;
  }

  /** A watch is about to be opened; all of a cluster's must be announced here, in their order. */
  void watchOpens(Component component) {
    watches.add(component);
  }

  boolean isWatchOf(Component component, WatchedChange change) {
    return change.watch() < watches.size() && watches.get(change.watch()) == component;
  }

  /** When a request with this verb was last hit; long ago when none was. */
  Instant lastHit(Verb verb) {
    return lastHits.getOrDefault(verb, Instant.EPOCH);
  }

  /** How many requests have been hit. */
  long writes() {
    return writes;
  }

  @Override
  public void hit(WriteRequest request, WriteDecision decision) {
    writes++;
    lastHits.put(request.verb(), time.now());
    story.tell("fault: " + request.verb() + " of " + request.kind().plural() + " " + request.name() + " meets " + decision);
  }

  @Override
  public void hit(WatchedChange change, WatchDecision decision) {
    String who = change.watch() < watches.size() ? watches.get(change.watch()).toString() : "somebody";
    story.tell(
        "fault: " + who + " watching " + change.kind().plural() + ", told " + change.type() + " "
            + change.object().getMetadata().getName() + ", meets " + decision);
  }
}
