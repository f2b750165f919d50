package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.NodePools;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import java.util.Arrays;
import java.util.List;

/**
 * One search at a time; its arrays serve for many. Not thread-safe.
 *
 * <p>Claims, their requests, the devices of a request and the alternatives of a request are gone through in order; each device
 * is tried with all that follows before the next one. Within a request devices are taken in ascending order, so that a set of
 * devices is tried once and not in all of its orders.
 *
 * <p>Source: structured/internal/experimental/allocator_experimental.go Allocate, allocateOne, v1.37.2.
 */
final class Search {

  /** How many devices a claim can get (resource.k8s.io/v1 AllocationResultsMaxSize). */
  static final int MOST_DEVICES = 32;

  private static final int LOOKS_BETWEEN_QUESTIONS = 16;
  private static final int NO = 0;
  private static final int YES = 1;
  /** No, and fewer devices before this would not help: the claim gets too many. */
  private static final int TOO_MANY = 2;

  private final Features features;
  private final Solution.Context context;
  private final Candidates candidates = new Candidates();
  private final Bookings bookings;
  private final Preparation preparation;
  private ClaimState[] claims = new ClaimState[0];
  private int claimCount;
  private Cancellation cancellation = Cancellation.NEVER;
  private long steps;
  private long looked;

  Search(Features features, ParsedClasses classes, Solution.Context context) {
    this.features = features;
    this.context = context;
    this.bookings = new Bookings(features, candidates);
    this.preparation = new Preparation(features, classes);
  }

  AllocationOutcome run(
      NodePools pools, AllocatedState state, NodeInfo node, List<ClaimToAllocate> wanted, Cancellation until) {
    steps = 0;
    looked = 0;
    if (pools.error() != null) {
      return new AllocationOutcome.Failed("gather pool information: " + pools.error(), false, 0);
    }
    candidates.reset(pools, state);
    bookings.reset(node);
    start(wanted);
    cancellation = until;
    try {
      for (int i = 0; i < claimCount; i++) {
        preparation.prepare(claims[i], candidates);
      }
      int found = next(0, 0, 0, 0, false, 0, 0);
      if (found == YES) {
        return found(wanted, node);
      }
      if (found == TOO_MANY) {
        return new AllocationOutcome.Failed("allocation max size exceeded", false, steps);
      }
    } catch (SearchAborted e) {
      return new AllocationOutcome.Failed(String.valueOf(e.getMessage()), false, steps);
    } finally {
      cancellation = Cancellation.NEVER;
    }
    for (PoolView pool : pools.pools()) {
      if (pool.invalidReason() != null) {
        return new AllocationOutcome.Failed("invalid resource pools were encountered", true, steps);
      }
    }
    return new AllocationOutcome.NotPossible(steps);
  }

  private AllocationOutcome found(List<ClaimToAllocate> wanted, NodeInfo node) {
    Solution solution = solution(wanted, node);
    String problem = ResultNodes.problem(solution);
    return problem == null ? new Allocated(solution, steps) : new AllocationOutcome.Failed(problem, false, steps);
  }

  /** As {@link Allocator#hasEnough}. */
  boolean hasEnough(NodePools pools, NodeInfo node, List<ClaimToAllocate> wanted) {
    if (pools.error() != null) {
      return true;
    }
    candidates.reset(pools, AllocatedState.empty());
    bookings.reset(node);
    start(wanted);
    try {
      for (int i = 0; i < claimCount; i++) {
        preparation.prepare(claims[i], candidates);
        for (Request request : claims[i].claim().requests()) {
          if (!hasEnough(claims[i], request)) {
            return false;
          }
        }
      }
      return true;
    } catch (SearchAborted e) {
      return true; // a search that comes to this will tell
    }
  }

  private boolean hasEnough(ClaimState claim, Request request) throws SearchAborted {
    for (Wish wish : request.wishes()) {
      if (hasEnough(claim.wish(wish.number))) {
        return true;
      }
    }
    return false;
  }

  private boolean hasEnough(WishState wish) throws SearchAborted {
    if (wish.wish().mode == Wish.Mode.ALL) {
      return wish.count() > 0;
    }
    long missing = wish.count();
    List<PoolView> pools = candidates.pools();
    for (int p = 0; p < pools.size() && missing > 0; p++) {
      PoolView pool = pools.get(p);
      for (int i = 0; i < pool.size() && pool.isUsable() && missing > 0; i++) {
        if (wish.matches(pool, i, candidates.place(p, i), features)) {
          missing = pool.device(i).allowsMultipleAllocations() ? 0 : missing - 1;
        }
      }
    }
    return missing <= 0;
  }

  /** Takes back all that the last search has chosen. */
  void takeBack() {
    while (bookings.depth() > 0) {
      bookings.undo(claims[bookings.lastClaim()]);
    }
  }

  /** Whether nothing is chosen, and nothing is left behind of what was. */
  boolean isUntouched() {
    boolean untouched = bookings.depth() == 0 && candidates.isUntouched();
    for (int i = 0; i < claimCount; i++) {
      untouched &= claims[i].chosen() == 0;
      for (int c = 0; c < claims[i].constraints(); c++) {
        untouched &= claims[i].constraint(c).depth() == 0;
      }
    }
    return untouched;
  }

  private void start(List<ClaimToAllocate> wanted) {
    claimCount = wanted.size();
    if (claims.length < claimCount) {
      claims = Arrays.copyOf(claims, claimCount);
    }
    for (int i = 0; i < claimCount; i++) {
      if (claims[i] == null) {
        claims[i] = new ClaimState(wanted.get(i));
      }
      claims[i].reset(wanted.get(i));
    }
  }

  private Solution solution(List<ClaimToAllocate> wanted, NodeInfo node) {
    int[][] alternatives = new int[claimCount][];
    ParsedClass[][] classes = new ParsedClass[claimCount][];
    for (int i = 0; i < claimCount; i++) {
      alternatives[i] = claims[i].alternatives();
      classes[i] = claims[i].classes();
    }
    return new Solution(wanted, bookings.picks(), alternatives, classes, node.name(), context);
  }

  /**
   * Finds the next device and all that follow it.
   *
   * @param device how many devices the request has already
   * @param decided whether the alternative is decided on
   * @param fromPool the first pool to look into, and in it {@code fromIndex}
   */
  private int next(int claimIndex, int request, int alternative, int device, boolean decided, int fromPool, int fromIndex)
      throws SearchAborted {
    steps++;
    goOn();
    if (claimIndex >= claimCount) {
      return YES;
    }
    ClaimState claim = claims[claimIndex];
    List<Request> requests = claim.claim().requests();
    if (request >= requests.size()) {
      // A prior claim may leave more to this one by another of its alternatives.
      return next(claimIndex + 1, 0, 0, 0, false, 0, 0) == YES ? YES : NO;
    }
    Request asked = requests.get(request);
    if (!decided && asked.prioritized()) {
      return decide(claimIndex, request, asked);
    }
    WishState wish = claim.wish(asked.wishes().get(alternative).number);
    boolean all = wish.wish().mode == Wish.Mode.ALL;
    if (all && wish.count() == 0) {
      return NO;
    }
    if (device >= wish.count()) {
      return next(claimIndex, request + 1, 0, 0, false, 0, 0);
    }
    if (wish.count() - device > MOST_DEVICES - claim.chosen()) {
      return TOO_MANY;
    }
    if (all) {
      if (!bookings.choose(claimIndex, claim, wish, wish.poolOf(device), wish.indexOf(device), true)) {
        return NO;
      }
      int found = next(claimIndex, request, alternative, device + 1, decided, 0, 0);
      if (found != YES) {
        bookings.undo(claim);
      }
      return found;
    }
    int pools = candidates.pools().size();
    for (int p = fromPool; p < pools; p++) {
      PoolView pool = candidates.pools().get(p);
      int size = pool.size();
      for (int i = p == fromPool ? fromIndex : 0; i < size; i++) {
        if (++looked % LOOKS_BETWEEN_QUESTIONS == 0) {
          goOn();
        }
        if (bookings.isInUse(claimIndex, wish, p, i)
            || !wish.matches(pool, i, candidates.place(p, i), features)
            || !bookings.hasCapacity(claim, wish, p, i)
            || !bookings.choose(claimIndex, claim, wish, p, i, false)) {
          continue;
        }
        int found = next(claimIndex, request, alternative, device + 1, decided, p, i + 1);
        if (found == YES) {
          return YES;
        }
        bookings.undo(claim);
        if (found == TOO_MANY) {
          return TOO_MANY;
        }
      }
    }
    return NO;
  }

  /** Asks whether to give up: at each step, and among many devices more often. */
  private void goOn() throws SearchAborted {
    String cancelled = cancellation.reason();
    if (cancelled != null) {
      throw new SearchAborted("filter operation aborted: " + cancelled);
    }
  }

  /** Tries the alternatives of a request. */
  private int decide(int claimIndex, int request, Request asked) throws SearchAborted {
    boolean tooManyAlways = true;
    for (int alternative = 0; alternative < asked.wishes().size(); alternative++) {
      claims[claimIndex].take(request, alternative);
      int found = next(claimIndex, request, alternative, 0, true, 0, 0);
      if (found == YES) {
        return YES;
      }
      tooManyAlways &= found == TOO_MANY;
    }
    return tooManyAlways ? TOO_MANY : NO;
  }
}
