package io.berth.conformance.histories;

import io.berth.conformance.histories.dra.NomineeActions;
import io.berth.conformance.histories.dra.ScarceDevices;
import io.berth.conformance.histories.dra.SnatchDevice;
import io.berth.conformance.histories.dra.When;
import io.berth.conformance.histories.dra.When.Moment;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Component;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.faults.WatchFault;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Two nodes with a few devices, and many pods that preempt each other for them: several nominees at once, of the same and of different
 * priorities, victims that are spared and victims that come back, and others who interfere just then.
 */
final class Crowd {
  static final int NODES = 2;

  private static final int ARRIVALS = 30;
  private static final int HIGHEST = 5;

  private final RandomGenerator random;
  private int arrivals;
  private String cordoned = "";

  Crowd(RandomGenerator random) {
    this.random = random;
  }

  List<Action> opening(List<String> nodes) {
    List<Action> actions = new ArrayList<>();
    nodes.forEach(node -> actions.add(new Action.SetNode(plain(node))));
    actions.addAll(ScarceDevices.opening(nodes, random));
    return actions;
  }

  private static NodeSpec plain(String name) {
    return new NodeSpec(name, new NodeSpec.Size(4000, 8192, 0, 110), new NodeSpec.Place("", "", "", false), 0);
  }

  /** Most want devices and nothing else. Some want room, and devices by way of a resource that a class may stand for. */
  PodSpec pod(PodSpec pod) {
    PodSpec.Life life = pod.life();
    PodSpec plain =
        pod.with(PodSpec.Rules.NONE)
            .with(List.of())
            .with(new PodSpec.Life("default", priority(), false, PodSpec.OURS, chance(50) ? 0 : random.nextInt(1, 4), 0, life.held()));
    if (chance(8)) {
      return plain.with(new PodSpec.Size(random.nextInt(2, 5) * 750, 0, 1, 0));
    }
    PodSpec wanting = plain.with(new PodSpec.Size(chance(75) ? 100 : 1500, 0, 0, 0)).plus(ScarceDevices.wish(random));
    return chance(3) ? wanting.plus(new PreemptionTheme.NeverPreempts()) : wanting;
  }

  /** Those that come later are more important, as a rule, and those that come together of the same importance or almost. */
  private int priority() {
    int draw = random.nextInt(100);
    int step = Math.min(HIGHEST, arrivals / 4) + (draw < 20 ? -1 : draw < 75 ? 0 : draw < 92 ? 1 : 2);
    return Math.max(0, step) * 10;
  }

  Action next(ThemeDraft.Names there) {
    int draw = random.nextInt(100);
    if (draw < 38 && arrivals < ARRIVALS) {
      return atSomeMoment(comes());
    } else if (draw < 44) {
      return atSomeMoment(new NomineeActions.Bind(random.nextInt(3), chance(50) ? "" : any(there.nodes())));
    } else if (draw < 51) {
      return atSomeMoment(new NomineeActions.Drop(random.nextInt(3)));
    } else if (draw < 58) {
      return atSomeMoment(new NomineeActions.Move(random.nextInt(3), chance(50) ? "" : any(there.nodes())));
    } else if (draw < 62) {
      return atSomeMoment(new SnatchDevice("f" + random.nextInt(4)));
    } else if (draw < 68) {
      return atSomeMoment(ScarceDevices.trouble(random, write()));
    } else if (draw < 75) {
      return atSomeMoment(breaks());
    } else if (draw < 79) {
      return atSomeMoment(new Lags(upTo(4000)));
    } else if (draw < 88) {
      cordoned = cordoned.isEmpty() ? any(there.nodes()) : "";
      return cordoned.isEmpty() ? new Opens() : atSomeMoment(new Cordons(cordoned));
    } else if (draw < 97) {
      return new Action.DeletePod(arrivals == 0 || chance(30) ? any(there.pods()) : "x" + random.nextInt(arrivals));
    }
    return new Action.Rest();
  }

  /** Who deletes a pod to preempt it names its UID, and so a conflict would mean that it is gone. */
  private BreakRequest breaks() {
    WriteDecision decision = write();
    Verb verb = chance(50) ? Verb.DELETE : Verb.PATCH_STATUS;
    boolean wouldMeanGone = verb == Verb.DELETE && decision instanceof WriteDecision.Conflict;
    return new BreakRequest(ResourceKind.PODS, verb, wouldMeanGone ? new WriteDecision.Throttle(upTo(2000)) : decision);
  }

  private Comes comes() {
    List<PodSpec> pods = new ArrayList<>();
    for (int i = chance(50) ? 1 : random.nextInt(2, 4); i > 0; i--) {
      PodSpec blank = new PodSpec("x" + arrivals++, "a" + random.nextInt(3), new PodSpec.Size(0, 0, 0, 0), PodSpec.Rules.NONE, PodSpec.Life.PLAIN, List.of());
      pods.add(pod(blank));
    }
    return new Comes(pods);
  }

  private Action atSomeMoment(Action.OfTheme action) {
    if (chance(35)) {
      return action;
    }
    Moment[] moments = Moment.values();
    return new When(moments[random.nextInt(moments.length)], chance(50) ? 0 : random.nextInt(1, 5), action);
  }

  private WriteDecision write() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> new WriteDecision.Fail("the server is out of order");
      case 2 -> new WriteDecision.Conflict("somebody was faster");
      case 3 -> new WriteDecision.Late(upTo(3000), upTo(2000));
      default -> new WriteDecision.LoseAnswer(upTo(3000));
    };
  }

  private Duration upTo(int millis) {
    return Duration.ofMillis(random.nextInt(1, millis));
  }

  private String any(List<String> names) {
    return names.isEmpty() ? "n0" : names.get(random.nextInt(names.size()));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** The pods come. */
  record Comes(List<PodSpec> pods) implements Action.OfTheme {
    Comes {
      pods = List.copyOf(pods);
    }

    @Override
    public void happen(RunningHistory history) {
      pods.forEach(pod -> history.world().cluster().create(PodBeans.build(pod)));
    }

    @Override
    public List<Action> simpler() {
      return pods.size() < 2 ? List.of() : List.of(new Comes(pods.subList(0, 1)), new Comes(pods.subList(1, pods.size())));
    }
  }

  /** Nobody may come to the node any more. */
  record Cordons(String node) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      Node there = cluster.node(node);
      if (there != null) {
        cluster.update(new NodeBuilder(there).editSpec().withUnschedulable(true).endSpec().build());
      }
    }
  }

  /** All nodes take pods again. */
  record Opens() implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      cluster.list(ResourceKind.NODES).stream()
          .filter(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
          .forEach(node -> cluster.update(new NodeBuilder(node).editSpec().withUnschedulable(null).endSpec().build()));
    }
  }

  /** The scheduler hears of the next change of a pod late. */
  record Lags(Duration delay) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      var world = history.world();
      world.faults().arm(
          WatchFault.of(new WatchDecision.Delay(delay)).ofKind(ResourceKind.PODS).when(world.toldTo(Component.SCHEDULER)).atMost(1));
    }
  }
}
