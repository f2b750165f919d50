package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.BreakRequest;
import io.berth.conformance.histories.PodTrait;
import io.berth.conformance.histories.dra.ClaimSpec.Ask;
import io.berth.conformance.histories.dra.ClaimSpec.Wish;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A few plain devices on each node, and plain claims for them, so that it matters who has them and little else does. */
public final class ScarceDevices {
  private static final String ONE = "q1";
  private static final String TWO = "q2";
  private static final String PART = "q3";
  private static final int SHARED = 2;

  private ScarceDevices() {}

  /**
   * Templates, claims that several pods use, and devices of these nodes, instead of what there is.
   *
   * @param random to be drawn from
   */
  public static List<Action> opening(List<String> nodes, RandomGenerator random) {
    List<Action> actions = new ArrayList<>();
    actions.add(new DraActions.AddTemplate(new ClaimSpec(ONE, List.of(Ask.of(Wish.of(ClaimSpec.WHOLE, 1))))));
    actions.add(new DraActions.AddTemplate(new ClaimSpec(TWO, List.of(Ask.of(Wish.of(ClaimSpec.WHOLE, 2))))));
    actions.add(new DraActions.AddTemplate(new ClaimSpec(PART, List.of(Ask.of(Wish.share(2))))));
    for (int i = 0; i < SHARED; i++) {
      actions.add(shared(i));
    }
    if (random.nextInt(100) < 60) {
      actions.add(new DraActions.SetClass(ClaimSpec.GPU, Selector.WHOLE, false, true));
    }
    actions.add(new DraActions.StartClaims(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, 3000))));
    for (String node : nodes) {
      List<DeviceSpec> devices = new ArrayList<>();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        devices.add(new DeviceSpec(kind(random) + i, "a", 0, DeviceSpec.Extras.NONE));
      }
      if (random.nextInt(100) < 25) {
        devices.add(new DeviceSpec("s0", "a", 0, DeviceSpec.Extras.NONE));
      }
      actions.add(new PoolActions.SetPool(PoolSpec.ofNode(node, 1000, 0, devices), Integer.MAX_VALUE));
    }
    return actions;
  }

  private static String kind(RandomGenerator random) {
    int draw = random.nextInt(100);
    return draw < 60 ? "d" : draw < 75 ? "r" : draw < 88 ? "l" : "x";
  }

  private static DraActions.AddClaim shared(int which) {
    return new DraActions.AddClaim(new ClaimSpec("c" + (7 + which), List.of(Ask.of(Wish.of(ClaimSpec.WHOLE, 1)))));
  }

  /** What a pod wants: a device as a rule, perhaps two, a share, or a device together with others. */
  public static PodTrait wish(RandomGenerator random) {
    int draw = random.nextInt(100);
    return draw < 24 ? new UsesClaims(List.of("c" + (7 + random.nextInt(SHARED)))) : new WantsDevice(draw < 78 ? ONE : draw < 92 ? TWO : PART);
  }

  /** Something that happens to claims, or to who looks after them. */
  public static Action.OfTheme trouble(RandomGenerator random, WriteDecision decision) {
    int draw = random.nextInt(100);
    if (draw < 50) {
      return new BreakRequest(ResourceKind.RESOURCE_CLAIMS, Verb.UPDATE_STATUS, decision);
    }
    return draw < 75 ? shared(random.nextInt(SHARED)) : new DraActions.DeleteClaim("c" + (7 + random.nextInt(SHARED)));
  }
}
