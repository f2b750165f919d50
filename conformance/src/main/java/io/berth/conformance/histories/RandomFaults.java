package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Component;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random faults: of requests, of watches. */
public final class RandomFaults {
  private final RandomGenerator random;
  private final List<ResourceKind<?>> kinds;

  /**
   * Draws from this chance.
   *
   * @param kinds what else is watched, beside pods, nodes and namespaces
   */
  RandomFaults(RandomGenerator random, List<ResourceKind<?>> kinds) {
    this.random = random;
    this.kinds = List.copyOf(kinds);
  }

  Action fault() {
    int draw = random.nextInt(100);
    if (draw < 55) {
      return breaksWrite(verb(), write(random));
    }
    return draw < 90 ? watch() : new Action.CutWatches(kind(), upTo(6000), random.nextBoolean());
  }

  /** Who deletes a pod to preempt it names its UID, and so a conflict would mean that it is gone. */
  private Action breaksWrite(Verb verb, WriteDecision decision) {
    boolean evicts = kinds.contains(ResourceKind.POD_DISRUPTION_BUDGETS) && verb == Verb.DELETE;
    return new Action.BreakWrite(
        verb, evicts && decision instanceof WriteDecision.Conflict ? new WriteDecision.Fail("the server is out of order") : decision);
  }

  private Verb verb() {
    int draw = random.nextInt(100);
    return draw < 55 ? Verb.BIND : draw < 75 ? Verb.PATCH_STATUS : draw < 90 ? Verb.UPDATE_STATUS : Verb.DELETE;
  }

  /** What goes wrong with a request. */
  public static WriteDecision write(RandomGenerator random) {
    return switch (random.nextInt(6)) {
      case 0 -> new WriteDecision.Fail("the server is out of order");
      case 1 -> new WriteDecision.Conflict("somebody was faster");
      case 2 -> new WriteDecision.Throttle(upTo(random, 2000));
      case 3, 4 -> new WriteDecision.Late(upTo(random, 3000), upTo(random, 2000));
      default -> new WriteDecision.LoseAnswer(upTo(random, 3000));
    };
  }

  private Action watch() {
    Component who = random.nextInt(100) < 80 ? Component.SCHEDULER : Component.KUBELETS;
    WatchDecision decision =
        switch (random.nextInt(10)) {
          case 0, 1 -> new WatchDecision.DeliverTwice();
          case 2, 3, 4 -> new WatchDecision.Delay(upTo(6000));
          case 5, 6 -> new WatchDecision.Disconnect(upTo(6000));
          case 7, 8 -> new WatchDecision.Expire(upTo(6000));
          default -> who == Component.SCHEDULER ? new WatchDecision.Break("gone for good") : new WatchDecision.DeliverTwice();
        };
    return new Action.BreakWatch(who, kind(), decision);
  }

  private ResourceKind<?> kind() {
    if (!kinds.isEmpty() && random.nextInt(100) < 50) {
      return kinds.get(random.nextInt(kinds.size()));
    }
    int draw = random.nextInt(100);
    return draw < 65 ? ResourceKind.PODS : draw < 95 ? ResourceKind.NODES : ResourceKind.NAMESPACES;
  }

  private Duration upTo(int millis) {
    return upTo(random, millis);
  }

  private static Duration upTo(RandomGenerator random, int millis) {
    return random.nextInt(4) == 0 ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, millis));
  }
}
