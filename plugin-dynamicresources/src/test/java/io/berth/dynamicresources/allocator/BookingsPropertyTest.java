package io.berth.dynamicresources.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceUsage;
import io.berth.dynamicresources.slices.Features;
import io.berth.dynamicresources.slices.PoolLedger;
import io.berth.dynamicresources.slices.PoolView;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ExactQuantity;
import io.berth.testkit.SeededCases;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One search from within: devices are chosen and given up in any order that a search could have. */
class BookingsPropertyTest {
  private static final Features ALL = Features.ALL;

  private final Candidates candidates = new Candidates();
  private final Bookings bookings = new Bookings(ALL, candidates);
  private int shares;

  @Test
  void afterEveryCallWhatIsFreeIsTheTotalWithoutWhatIsAllocatedAndWhatIsChosen() {
    SeededCases.of(120).check(random -> {
      RandomWorld world = new RandomWorld(random);
      List<ResourceSlice> slices = world.slices();
      Bench bench = new Bench(ALL, slices.toArray(ResourceSlice[]::new));
      List<AllocationResult> held = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        if (bench.outcome(world.randomClaim()) instanceof Allocated allocated) {
          bench.state = bench.state.with(allocated.results().get(0));
          held.addAll(allocated.results());
        }
      }
      List<ClaimToAllocate> wanted = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        wanted.add(ClaimToAllocate.of(world.randomClaim(), ALL, Bench.CEL));
      }
      candidates.reset(bench.pools.poolsFor("n1", Map.of()), bench.state);
      bookings.reset(NodeInfo.of(bench.node));
      ClaimState[] claims = prepare(bench, wanted);
      for (int step = 0; claims != null && step < 40; step++) {
        if (bookings.depth() > 0 && random.nextInt(3) == 0) {
          bookings.undo(claims[bookings.lastClaim()]);
        } else {
          choose(random, wanted, claims);
        }
        check(bench, slices, held, wanted, claims);
      }
      while (bookings.depth() > 0) {
        bookings.undo(claims[bookings.lastClaim()]);
        check(bench, slices, held, wanted, claims);
      }
      assertThat(candidates.isUntouched()).isTrue();
    });
  }

  private ClaimState @Nullable [] prepare(Bench bench, List<ClaimToAllocate> wanted) {
    Preparation preparation = new Preparation(ALL, new ParsedClasses(bench.classes::get, Bench.CEL));
    ClaimState[] claims = new ClaimState[wanted.size()];
    try {
      for (int i = 0; i < claims.length; i++) {
        claims[i] = new ClaimState(wanted.get(i));
        claims[i].reset(wanted.get(i));
        preparation.prepare(claims[i], candidates);
      }
      return claims;
    } catch (SearchAborted e) {
      return null;
    }
  }

  /** Any device for any request of a claim that is not before the one of the last choice. */
  private void choose(RandomGenerator random, List<ClaimToAllocate> wanted, ClaimState[] claims) {
    int claim = Math.max(bookings.lastClaim(), random.nextInt(claims.length));
    int request = random.nextInt(wanted.get(claim).requests().size());
    List<Wish> wishes = wanted.get(claim).requests().get(request).wishes();
    int alternative = random.nextInt(wishes.size());
    WishState wish = claims[claim].wish(wishes.get(alternative).number);
    int pool = random.nextInt(candidates.pools().size());
    if (candidates.pools().get(pool).size() == 0) {
      return;
    }
    int index = random.nextInt(candidates.pools().get(pool).size());
    claims[claim].take(request, alternative);
    int depth = bookings.depth();
    try {
      boolean chosen =
          !bookings.isInUse(claim, wish, pool, index)
              && wish.matches(candidates.pools().get(pool), index, candidates.place(pool, index), ALL)
              && bookings.hasCapacity(claims[claim], wish, pool, index)
              && bookings.choose(claim, claims[claim], wish, pool, index, false);
      assertThat(bookings.depth()).isEqualTo(depth + (chosen ? 1 : 0));
    } catch (SearchAborted e) {
      throw new AssertionError(e);
    }
  }

  private void check(
      Bench bench, List<ResourceSlice> slices, List<AllocationResult> held, List<ClaimToAllocate> wanted, ClaimState[] claims) {
    int[][] alternatives = new int[claims.length][];
    ParsedClass[][] classes = new ParsedClass[claims.length][];
    for (int i = 0; i < claims.length; i++) {
      alternatives[i] = claims[i].alternatives();
      classes[i] = claims[i].classes();
    }
    List<Picked> picks = bookings.picks();
    Solution solution = new Solution(wanted, picks, alternatives, classes, "n1", new Solution.Context(true, () -> "share-" + ++shares));
    List<AllocationResult> all = new ArrayList<>(held);
    all.addAll(new Allocated(solution, 0).results());
    // As if what is chosen had been allocated, which is counted again by other means.
    AllocatedState before = bench.state;
    for (AllocationResult result : all.subList(held.size(), all.size())) {
      bench.state = bench.state.with(result);
    }
    AllocatorPropertyTest.check(bench, slices, all);
    for (int p = 0; p < candidates.pools().size(); p++) {
      PoolView view = candidates.pools().get(p);
      PoolLedger expected = bench.state.ledger(view.model());
      assertThat(candidates.budget(p).equalsFreeOf(expected)).as("counters of %s", view).isTrue();
      for (int i = 0; i < view.size(); i++) {
        check(before.ledger(view.model()), expected, view, p, i, picks);
      }
    }
    bench.state = before;
  }

  private void check(PoolLedger committed, PoolLedger expected, PoolView view, int pool, int index, List<Picked> picks) {
    String device = view.device(index).id().toString();
    boolean lookedAt = false;
    ExactQuantity memory = ExactQuantity.ZERO;
    for (Picked picked : picks) {
      if (picked.device() == view.device(index)) {
        lookedAt |= !picked.shared() && picked.wish().adminAccess;
        memory = picked.consumed() == null ? memory : memory.plus(picked.consumed()[0]);
      }
    }
    int number = view.number(index);
    assertThat(candidates.isTaken(pool, index)).as(device).isEqualTo(expected.isTaken(number) || lookedAt);
    assertThat(candidates.isShared(pool, index)).as(device).isEqualTo(expected.usage(number).isShared());
    ExactQuantity[] given = candidates.given(candidates.place(pool, index));
    assertThat(given == null ? ExactQuantity.ZERO : given[0]).as(device).isEqualTo(memory);
    DeviceUsage usage = committed.usage(number);
    assertThat(usage.isShared()).as(device).isEqualTo(usage.consumed() != null);
  }
}
