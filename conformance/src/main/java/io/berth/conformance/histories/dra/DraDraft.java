package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.PodSpec;
import io.berth.conformance.histories.ThemeDraft;
import io.berth.conformance.histories.dra.ClaimSpec.Ask;
import io.berth.conformance.histories.dra.PoolSpec.DeviceSpec;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Makes histories about devices: small pools, many claims. */
final class DraDraft implements ThemeDraft {
  private static final int TEMPLATES = 4;
  private static final int CLAIMS = 3;

  private final RandomGenerator random;
  private final TreeMap<String, PoolSpec> pools = new TreeMap<>();
  private int generation = 1;

  DraDraft(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public Sizes narrow(Sizes sizes) {
    return new Sizes(Math.min(sizes.nodes(), 5), Math.min(sizes.fewestPods(), 4), Math.min(sizes.mostPods(), 14));
  }

  @Override
  public int share() {
    return 30;
  }

  @Override
  public List<ResourceKind<?>> kinds() {
    return List.copyOf(Devices.kinds());
  }

  @Override
  public List<Action> opening(Names there) {
    List<Action> actions = new ArrayList<>();
    actions.add(setClass(ClaimSpec.WHOLE));
    actions.add(setClass(ClaimSpec.SHARE));
    for (int i = 0; i < TEMPLATES; i++) {
      actions.add(new DraActions.AddTemplate(claim("t" + i)));
    }
    for (int i = 0; i < CLAIMS; i++) {
      actions.add(new DraActions.AddClaim(claim("c" + i)));
    }
    for (String node : there.nodes()) {
      if (chance(75)) {
        actions.add(new DraActions.SetPool(pool(node)));
      }
    }
    return actions;
  }

  private static Action setClass(String name) {
    String kind = name.equals(ClaimSpec.SHARE) ? "shared" : "whole";
    return new DraActions.SetClass(name, "device.attributes[\"" + PoolSpec.DRIVER + "\"].kind == \"" + kind + "\"");
  }

  @Override
  public PodSpec pod(PodSpec pod) {
    if (!chance(70)) {
      return pod;
    }
    List<String> names = new ArrayList<>();
    names.add(chance(65) ? "t" + random.nextInt(TEMPLATES) : "c" + random.nextInt(CLAIMS));
    if (chance(15)) {
      String second = chance(50) ? "t" + random.nextInt(TEMPLATES) : "c" + random.nextInt(CLAIMS);
      if (!names.contains(second)) {
        names.add(second);
      }
    }
    // Room and rules matter less here than devices.
    PodSpec plain = chance(70) ? pod.with(new PodSpec.Size(100, 0, 0, 0)).with(PodSpec.Rules.NONE) : pod;
    return plain.plus(new UsesClaims(names));
  }

  private ClaimSpec claim(String name) {
    List<Ask> asks = new ArrayList<>();
    while (asks.isEmpty() || asks.size() < 2 && chance(20)) {
      boolean shared = chance(30);
      asks.add(new Ask(shared, shared ? random.nextInt(1, 4) : chance(75) ? 1 : 2, chance(30) ? model() : ""));
    }
    return new ClaimSpec(name, asks);
  }

  private PoolSpec pool(String node) {
    int units = chance(30) ? random.nextInt(2, 7) : 0;
    List<DeviceSpec> devices = new ArrayList<>();
    int count = random.nextInt(1, 5);
    for (int i = 0; i < count; i++) {
      boolean shared = chance(25);
      devices.add(new DeviceSpec((shared ? "s" : "d") + i, model(), !shared && units > 0 && chance(70) ? random.nextInt(1, 5) : 0, shared));
    }
    PoolSpec pool = new PoolSpec(node, generation++, units, devices);
    pools.put(node, pool);
    return pool;
  }

  /** The pool, changed in one way: with another generation, or the same one as if only one slice were written. */
  private PoolSpec changed(PoolSpec pool) {
    List<DeviceSpec> devices = new ArrayList<>(pool.devices());
    if (chance(50) && devices.size() > 1) {
      devices.remove(random.nextInt(devices.size()));
    } else {
      // A name says whether a device is shared, since no driver would make one of these into the other while it is in use.
      boolean shared = chance(25);
      devices.add(new DeviceSpec((shared ? "s" : "d") + (10 + random.nextInt(20)), model(), 0, shared));
    }
    List<DeviceSpec> distinct = new ArrayList<>();
    devices.forEach(
        device -> {
          if (distinct.stream().noneMatch(other -> other.name().equals(device.name()))) {
            distinct.add(device);
          }
        });
    PoolSpec next = new PoolSpec(pool.node(), chance(60) ? generation++ : pool.generation(), pool.units(), distinct);
    pools.put(pool.node(), next);
    return next;
  }

  @Override
  public Action next(Names there) {
    int draw = random.nextInt(100);
    String node = there.nodes().isEmpty() ? "n0" : there.nodes().get(random.nextInt(there.nodes().size()));
    PoolSpec pool = pools.get(node);
    if (draw < 22) {
      return new DraActions.SetPool(pool == null || chance(30) ? pool(node) : changed(pool));
    } else if (draw < 26) {
      pools.remove(node);
      return new DraActions.RemovePool(node);
    } else if (draw < 38 && pool != null) {
      DeviceSpec device = pool.devices().get(random.nextInt(pool.devices().size()));
      return device.shared() || device.units() > 0
          ? new DraActions.TouchClaim("c" + random.nextInt(CLAIMS))
          : new DraActions.TakeDevice("f" + random.nextInt(4), node, device.name());
    } else if (draw < 48) {
      return new DraActions.GiveBack("f" + random.nextInt(4));
    } else if (draw < 54) {
      return new DraActions.StopClaims();
    } else if (draw < 66) {
      return new DraActions.StartClaims(chance(40) ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, 4000)));
    } else if (draw < 72) {
      return new DraActions.DeleteClaim("c" + random.nextInt(CLAIMS));
    } else if (draw < 80) {
      return new DraActions.AddClaim(claim("c" + random.nextInt(CLAIMS)));
    } else if (draw < 83) {
      return new DraActions.Unreserve("c" + random.nextInt(CLAIMS));
    } else if (draw < 85) {
      return chance(60) ? setClass(chance(50) ? ClaimSpec.WHOLE : ClaimSpec.SHARE) : new DraActions.RemoveClass(ClaimSpec.SHARE);
    }
    return new DraActions.BreakClaim(verb(), decision());
  }

  private Verb verb() {
    int draw = random.nextInt(100);
    return draw < 65 ? Verb.UPDATE_STATUS : draw < 85 ? Verb.UPDATE : Verb.CREATE;
  }

  private WriteDecision decision() {
    return switch (random.nextInt(6)) {
      case 0 -> new WriteDecision.Fail("the server is out of order");
      case 1 -> new WriteDecision.Conflict("somebody was faster");
      case 2 -> new WriteDecision.Throttle(upTo(2000));
      case 3, 4 -> new WriteDecision.Late(upTo(3000), upTo(2000));
      default -> new WriteDecision.LoseAnswer(upTo(3000));
    };
  }

  private Duration upTo(int millis) {
    return random.nextInt(4) == 0 ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, millis));
  }

  private String model() {
    return chance(60) ? "a" : "b";
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
