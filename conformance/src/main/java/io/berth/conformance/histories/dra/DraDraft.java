package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.BreakRequest;
import io.berth.conformance.histories.PodSpec;
import io.berth.conformance.histories.RandomFaults;
import io.berth.conformance.histories.ThemeDraft;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes histories about devices: small pools, many claims. */
final class DraDraft implements ThemeDraft {
  private static final int TEMPLATES = 4;
  private static final int CLAIMS = 3;

  private final RandomGenerator random;
  private final ClaimDraft claims;
  private final PoolDraft pools;
  private final boolean network;
  private final boolean standsForGpus;

  DraDraft(RandomGenerator random, boolean alpha) {
    this.random = random;
    this.claims = new ClaimDraft(random, alpha);
    this.pools = new PoolDraft(random, alpha);
    this.network = chance(35);
    this.standsForGpus = chance(40);
  }

  @Override
  public Sizes narrow(Sizes sizes) {
    return new Sizes(Math.min(sizes.nodes(), 5), Math.min(sizes.fewestPods(), 4), Math.min(sizes.mostPods(), 14));
  }

  @Override
  public int share() {
    return 32;
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
    actions.add(setClass(ClaimSpec.ANY));
    if (standsForGpus) {
      actions.add(setClass(ClaimSpec.GPU));
    }
    for (int i = 0; i < TEMPLATES; i++) {
      actions.add(new DraActions.AddTemplate(claims.claim("t" + i)));
    }
    for (int i = 0; i < CLAIMS; i++) {
      actions.add(new DraActions.AddClaim(claims.claim("c" + i)));
    }
    for (String node : there.nodes()) {
      if (chance(75)) {
        actions.add(new PoolActions.SetPool(pools.pool(node), Integer.MAX_VALUE));
      }
    }
    if (network) {
      actions.add(new PoolActions.SetPool(pools.pool("net0"), Integer.MAX_VALUE));
    }
    if (chance(15)) {
      actions.add(setRule(there));
    }
    return actions;
  }

  private Action setClass(String name) {
    Selector selector =
        switch (name) {
          case ClaimSpec.SHARE -> Selector.SHARED;
          case ClaimSpec.ANY -> Selector.ANY;
          default -> Selector.WHOLE;
        };
    return new DraActions.SetClass(name, selector, chance(30), name.equals(ClaimSpec.GPU));
  }

  private Action setRule(Names there) {
    String pool = chance(40) ? "" : pool(there);
    PoolSpec known = pools.get(pool);
    String device = known == null || known.devices().isEmpty() || chance(30) ? "" : known.devices().get(random.nextInt(known.devices().size())).name();
    String driver = PoolSpec.driver(pool);
    return new PoolActions.SetRule("rule" + random.nextInt(2), chance(80) ? driver : "", pool, device, "k" + random.nextInt(2), pools.effect());
  }

  @Override
  public PodSpec pod(PodSpec pod) {
    boolean gpus = standsForGpus && chance(20);
    if (!gpus && !chance(70)) {
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
    if (gpus) {
      PodSpec.Size size = plain.size();
      plain = plain.with(new PodSpec.Size(size.milliCpu(), size.memoryMi(), random.nextInt(1, 3), size.port()));
    }
    return gpus && chance(70) ? plain : plain.plus(new UsesClaims(names));
  }

  private String pool(Names there) {
    return network && chance(25) ? "net" + random.nextInt(2) : there.nodes().isEmpty() ? "n0" : there.nodes().get(random.nextInt(there.nodes().size()));
  }

  @Override
  public Action next(Names there) {
    int draw = random.nextInt(100);
    String name = pool(there);
    PoolSpec pool = pools.get(name);
    if (draw < 24) {
      PoolSpec next = pool == null || chance(30) ? pools.pool(name) : pools.changed(pool);
      int slices = next.build().size();
      return new PoolActions.SetPool(next, slices > 1 && chance(20) ? 1 : Integer.MAX_VALUE);
    } else if (draw < 27) {
      pools.remove(name);
      return new PoolActions.RemovePool(name);
    } else if (draw < 36 && pool != null && !pool.devices().isEmpty()) {
      DeviceSpec device = pool.devices().get(random.nextInt(pool.devices().size()));
      return device.shared() || device.units() > 0 || device.hasConditions()
          ? new DraActions.TouchClaim("c" + random.nextInt(CLAIMS))
          : new DraActions.TakeDevice("f" + random.nextInt(4), name, device.name());
    } else if (draw < 45) {
      return new DraActions.GiveBack("f" + random.nextInt(4));
    } else if (draw < 50) {
      return new DraActions.StopClaims();
    } else if (draw < 60) {
      return new DraActions.StartClaims(chance(40) ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, 4000)));
    } else if (draw < 66) {
      return new DraActions.DeleteClaim("c" + random.nextInt(CLAIMS));
    } else if (draw < 73) {
      return new DraActions.AddClaim(claims.claim("c" + random.nextInt(CLAIMS)));
    } else if (draw < 76) {
      return new DraActions.Unreserve("c" + random.nextInt(CLAIMS));
    } else if (draw < 81) {
      return chance(60) ? setRule(there) : new PoolActions.RemoveRule("rule" + random.nextInt(2));
    } else if (draw < 83) {
      return new PoolActions.RunDrivers(chance(60));
    } else if (draw < 85) {
      return new PoolActions.FinishPool(name);
    } else if (draw < 88) {
      return aboutClasses();
    }
    return new BreakRequest(ResourceKind.RESOURCE_CLAIMS, verb(), RandomFaults.write(random));
  }

  private Action aboutClasses() {
    if (standsForGpus && chance(40)) {
      return chance(60) ? setClass(ClaimSpec.GPU) : new DraActions.RemoveClass(ClaimSpec.GPU);
    }
    return chance(60) ? setClass(chance(50) ? ClaimSpec.WHOLE : ClaimSpec.SHARE) : new DraActions.RemoveClass(ClaimSpec.SHARE);
  }

  private Verb verb() {
    int draw = random.nextInt(100);
    return draw < 65 ? Verb.UPDATE_STATUS : draw < 85 ? Verb.UPDATE : Verb.CREATE;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
