package io.berth.dynamicresources.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All claims can be allocated on the node. The objects for the API are made when they are first asked for; until then this is
 * small. Thread-safe.
 */
public final class Allocated implements AllocationOutcome {

  private final Solution solution;
  private final long steps;
  private volatile @Nullable List<AllocationResult> results;
  private volatile @Nullable List<TakenDevices> taken;

  Allocated(Solution solution, long steps) {
    this.solution = solution;
    this.steps = steps;
  }

  Solution solution() {
    return solution;
  }

  /** Whether it is for these very claims, none of which asks for anything else by now. */
  public boolean isFor(List<ClaimToAllocate> claims) {
    return solution.claims().equals(claims);
  }

  /**
   * One result per claim, in the order in which the claims were given; the same objects at every call. The numbers of new
   * shares are drawn at the first call.
   */
  public List<AllocationResult> results() {
    List<AllocationResult> made = results;
    if (made == null) {
      synchronized (this) {
        made = results;
        if (made == null) {
          made = List.copyOf(ResultBuilder.build(solution));
          results = made;
        }
      }
    }
    return made;
  }

  /** What the results take, in their order. */
  public List<TakenDevices> taken() {
    List<TakenDevices> read = taken;
    if (read == null) {
      read = results().stream().map(TakenDevices::of).toList();
      taken = read;
    }
    return read;
  }

  /**
   * Which alternative of a request was taken; 0 for a request without alternatives.
   *
   * @param claim the claim's place among those given
   * @param request the request's place in the claim
   */
  public int alternative(int claim, int request) {
    return solution.alternatives()[claim][request];
  }

  /** The devices, claim by claim. Unlike {@link #results()} it makes no numbers of shares, so that asking changes nothing. */
  public List<ChosenDevice> devices() {
    return solution.picks().stream().map(ChosenDevice::of).toList();
  }

  /** How many devices were chosen, for all claims. */
  public int deviceCount() {
    return solution.picks().size();
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public String toString() {
    return solution.toString();
  }
}
