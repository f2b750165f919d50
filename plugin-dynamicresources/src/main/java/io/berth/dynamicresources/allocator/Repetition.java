package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Device;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.NodePools;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.model.NodeInfo;
import java.util.List;

/**
 * Chooses the devices that an earlier search has chosen once more, and sees whether each can still be had: the same checks as those of a
 * search, and nothing else is tried. Not thread-safe.
 */
final class Repetition {
  private final Features features;
  private final Solution.Context context;
  private final Candidates candidates = new Candidates();
  private final Bookings bookings;
  private final Preparation preparation;

  Repetition(Features features, ParsedClasses classes, Solution.Context context) {
    this.features = features;
    this.context = context;
    this.bookings = new Bookings(features, candidates);
    this.preparation = new Preparation(features, classes);
  }

  /** The earlier result itself if nothing about its devices and their classes has changed, a new one of the same devices, or that it is not possible. */
  AllocationOutcome run(NodePools pools, AllocatedState state, NodeInfo node, Allocated earlier) {
    if (pools.error() != null) {
      return new AllocationOutcome.NotPossible(0);
    }
    Solution former = earlier.solution();
    List<ClaimToAllocate> wanted = former.claims();
    candidates.reset(pools, state);
    bookings.reset(node);
    ClaimState[] claims = new ClaimState[wanted.size()];
    try {
      for (int i = 0; i < claims.length; i++) {
        claims[i] = new ClaimState(wanted.get(i));
        claims[i].reset(wanted.get(i));
        preparation.prepare(claims[i], candidates);
      }
      if (!chooseAll(former, claims)) {
        return new AllocationOutcome.NotPossible(former.picks().size());
      }
    } catch (SearchAborted wrong) {
      // What is wrong, a whole search tells.
      return new AllocationOutcome.NotPossible(former.picks().size());
    }
    return outcome(earlier, claims, node);
  }

  private boolean chooseAll(Solution former, ClaimState[] claims) throws SearchAborted {
    int[][] open = new int[claims.length][];
    for (int c = 0; c < claims.length; c++) {
      open[c] = new int[claims[c].claim().wishes()];
      List<Request> requests = claims[c].claim().requests();
      for (int r = 0; r < requests.size(); r++) {
        Wish wish = requests.get(r).wishes().get(former.alternatives()[c][r]);
        long count = claims[c].wish(wish.number).count();
        if (count == 0 || count > Search.MOST_DEVICES) {
          return false;
        }
        open[c][wish.number] = (int) count;
        claims[c].take(r, former.alternatives()[c][r]);
      }
    }
    for (Picked pick : former.picks()) {
      if (--open[pick.claim()][pick.wish().number] < 0 || !choose(pick, claims[pick.claim()])) {
        return false;
      }
    }
    for (int[] wishes : open) {
      for (int missing : wishes) {
        if (missing != 0) {
          return false; // all devices are asked for, and there are more by now
        }
      }
    }
    return true;
  }

  private boolean choose(Picked pick, ClaimState claim) throws SearchAborted {
    WishState wish = claim.wish(pick.wish().number);
    Device device = pick.device();
    for (int p = 0; p < candidates.pools().size(); p++) {
      PoolView pool = candidates.pools().get(p);
      if (pool.id().equals(device.id().poolId()) && pool.isUsable()) {
        for (int i = 0; i < pool.size(); i++) {
          if (pool.device(i).name().equals(device.name())) {
            return !bookings.isInUse(pick.claim(), wish, p, i)
                && wish.matches(pool, i, candidates.place(p, i), features)
                && bookings.hasCapacity(claim, wish, p, i)
                && bookings.choose(pick.claim(), claim, wish, p, i, false);
          }
        }
      }
    }
    return false;
  }

  /** A class that has changed may have another configuration. */
  private static boolean isOfSameClass(Picked pick, Solution former, ClaimState[] claims) {
    int wish = pick.wish().number;
    return former.classes()[pick.claim()][wish].bean() == claims[pick.claim()].wish(wish).deviceClass().bean();
  }

  private AllocationOutcome outcome(Allocated earlier, ClaimState[] claims, NodeInfo node) {
    Solution former = earlier.solution();
    List<Picked> picks = bookings.picks();
    boolean same = former.nodeName().equals(node.name());
    for (int i = 0; same && i < picks.size(); i++) {
      same = picks.get(i).device() == former.picks().get(i).device() && isOfSameClass(picks.get(i), former, claims);
    }
    if (same) {
      return earlier;
    }
    ParsedClass[][] classes = new ParsedClass[claims.length][];
    for (int i = 0; i < claims.length; i++) {
      classes[i] = claims[i].classes();
    }
    Solution solution = new Solution(former.claims(), picks, former.alternatives(), classes, node.name(), context);
    return ResultNodes.problem(solution) == null
        ? new Allocated(solution, picks.size())
        : new AllocationOutcome.NotPossible(picks.size());
  }
}
