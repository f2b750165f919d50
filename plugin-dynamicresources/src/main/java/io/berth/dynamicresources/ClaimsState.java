package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.internal.PersistentMap;
import io.berth.framework.Cancellation;
import io.berth.framework.StateData;
import io.berth.framework.StateKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the plugin remembers of a pod's claims from PreFilter to the end of the binding cycle. Filter writes what it found on a node, for
 * several nodes at once; everything else is for the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (stateData) and claims.go, v1.37.2.
 */
final class ClaimsState implements StateData<ClaimsState> {
  private static final int MANY_NODES = 256;

  static final StateKey<ClaimsState> KEY = StateKey.of("DynamicResources");

  /** Of a pod without claims. */
  static final ClaimsState EMPTY = new ClaimsState(List.of(), null, new BitSet(), Search.NONE);

  private final ClaimInfo[] claims;
  private final int userClaims;
  private final ClaimInfo @Nullable [] atStart;
  private final @Nullable ClaimAllocation[] chosen;
  private final BitSet blocked;
  private final @Nullable DeviceSearch search;
  private final List<ClaimToAllocate> wanting;
  private AllocatedState allocated;
  private final PersistentMap<String, ClaimAllocation> booked;
  private final @Nullable ClaimsState origin;
  private final Simulation simulation;
  /** A copy, which is about one node and belongs to one thread, has maps when there is something to be put in. */
  private Map<String, NodeAllocation> onNodes;

  private Map<String, FirstPass> firstPasses;
  private @Nullable BitSet unavailable;
  private @Nullable Cancellation binding;

  /**
   * A state.
   *
   * @param userClaims the claims of the pod's own entries
   * @param special the claim for extended resources, the last one of all, or {@code null}
   * @param blocked the allocated claims that are available on no node, since their devices failed or took too long
   * @param search how devices are found
   */
  ClaimsState(List<ClaimInfo> userClaims, @Nullable ClaimInfo special, BitSet blocked, Search search) {
    List<ClaimInfo> all = new ArrayList<>(userClaims);
    if (special != null) {
      all.add(special);
    }
    this.claims = all.toArray(ClaimInfo[]::new);
    this.userClaims = userClaims.size();
    this.atStart = special == null ? null : claims.clone();
    this.chosen = new ClaimAllocation[claims.length];
    this.blocked = blocked;
    this.search = search.devices;
    this.wanting = search.claims;
    this.allocated = search.allocated;
    this.booked = search.booked;
    this.origin = null;
    this.simulation = new Simulation();
    this.onNodes = new ConcurrentHashMap<>(MANY_NODES);
    this.firstPasses = new ConcurrentHashMap<>(2);
  }

  /**
   * How devices are found.
   *
   * @param devices looks for them; {@code null} if all claims have an allocation
   * @param claims the claims of the pod's own entries that have none
   * @param allocated what is allocated, or about to be
   * @param booked the same, claim by claim
   */
  record Search(
      @Nullable DeviceSearch devices,
      List<ClaimToAllocate> claims,
      AllocatedState allocated,
      PersistentMap<String, ClaimAllocation> booked) {
    static final Search NONE = new Search(null, List.of(), AllocatedState.empty(), PersistentMap.empty());
  }

  private ClaimsState(ClaimsState other) {
    this.claims = other.claims;
    this.userClaims = other.userClaims;
    this.atStart = other.atStart;
    this.chosen = other.chosen;
    this.blocked = other.blocked;
    this.search = other.search;
    this.wanting = other.wanting;
    this.allocated = other.allocated;
    this.booked = other.booked;
    this.origin = other;
    this.simulation = new Simulation(other.simulation);
    this.onNodes = Map.of();
    this.firstPasses = Map.of();
  }

  /** For a simulation: the same claims, and nothing found yet. */
  @Override
  public ClaimsState copy() {
    return this == EMPTY ? this : new ClaimsState(this);
  }

  boolean isEmpty() {
    return claims.length == 0;
  }

  /** How many claims there are. */
  int size() {
    return claims.length;
  }

  /** How many of them come from the pod's own entries; they are the first. */
  int userClaims() {
    return userClaims;
  }

  /** The i-th claim, as it was at the start or as PreBind has written it. */
  ClaimInfo claim(int i) {
    return claims[i];
  }

  /** PreBind has written the i-th claim. */
  void written(int i, ClaimInfo claim) {
    claims[i] = claim;
  }

  /** Where the claim for extended resources is, or -1. */
  int specialIndex() {
    return claims.length > userClaims ? userClaims : -1;
  }

  /** The claim for extended resources as it was at the start, whose UID stands for it while it is in flight; {@code null} without one. */
  @Nullable ClaimInfo specialAtStart() {
    return atStart == null ? null : atStart[userClaims];
  }

  /** What Reserve chose for the i-th claim, or {@code null} if it had an allocation before. */
  @Nullable ClaimAllocation chosen(int i) {
    return chosen[i];
  }

  void choose(int i, ClaimAllocation allocation) {
    chosen[i] = allocation;
  }

  /** PreBind begins, and the pod is bound in the end unless something fails, or it is cancelled. */
  void preBinds(Cancellation cancellation) {
    binding = cancellation;
  }

  /** Whether the pod is not to be bound any more though nothing has failed: it was cancelled, or did not come as far as PreBind. */
  boolean isTakenBack() {
    return binding == null || binding.isCancelled();
  }

  /** Whether the i-th claim has an allocation that helps on no node. */
  boolean isBlocked(int i) {
    return blocked.get(i);
  }

  /** Whether the i-th claim is to be released for a pod that is nominated to the node. */
  boolean isDenied(int i) {
    return simulation.isDenied(claims[i].uid());
  }

  /** Finds devices for the claims that have none; {@code null} if all have. */
  @Nullable DeviceSearch search() {
    return search;
  }

  /** The claims of the pod's own entries that have no allocation. */
  List<ClaimToAllocate> wanting() {
    return wanting;
  }

  /** What is allocated, or about to be, as this cycle or simulation sees it. */
  AllocatedState allocated() {
    return allocated;
  }

  /** A simulation frees or takes devices. */
  void allocated(AllocatedState simulated) {
    allocated = simulated;
  }

  /** What the claim with this UID has, or is about to be given, as of the start of the cycle; {@code null} if nothing. */
  @Nullable ClaimAllocation booked(String claimUid) {
    return booked.get(claimUid);
  }

  /** Whether this is what is allocated, or about to be, and nothing of it is simulated. */
  boolean isBookedAs(AllocatedState nowAllocated, PersistentMap<String, ClaimAllocation> nowBooked) {
    return allocated == nowAllocated && sees(nowBooked);
  }

  /** Whether this is what is booked as of the start of the cycle. */
  boolean sees(PersistentMap<String, ClaimAllocation> bookings) {
    return booked == bookings;
  }

  /** Whether the pod itself names the claim with this UID. */
  boolean names(String claimUid) {
    for (ClaimInfo claim : claims) {
      if (claim.uid().equals(claimUid)) {
        return true;
      }
    }
    return false;
  }

  /** What this state pretends. */
  Simulation simulation() {
    return simulation;
  }

  /** Beside nominated pods, this was found on the node: the state that this is a copy of has to be able to give it, too. */
  void passed(String nodeName, Allocated found) {
    if (origin != null) {
      origin.firstPass(nodeName, new FirstPass(found, allocated, simulation.held(), simulation.awaited()));
    }
  }

  private void firstPass(String nodeName, FirstPass pass) {
    if (origin != null && firstPasses.isEmpty()) {
      firstPasses = new HashMap<>(2);
    }
    firstPasses.put(nodeName, pass);
  }

  /** What was found on the node beside nominated pods, for the pass without them; {@code null} if none are nominated there. Told once. */
  @Nullable FirstPass takeFirstPass(String nodeName) {
    return firstPasses.isEmpty() ? null : firstPasses.remove(nodeName);
  }

  /** Filter found this on the node. */
  void found(String nodeName, NodeAllocation allocation) {
    if (origin != null && onNodes.isEmpty()) {
      onNodes = new HashMap<>(2);
    }
    onNodes.put(nodeName, allocation);
  }

  /** What Filter found on the node, or {@code null}. */
  @Nullable NodeAllocation onNode(String nodeName) {
    return onNodes.get(nodeName);
  }

  /** These claims are allocated and not available on some node; beside nominated pods the state that this is a copy of is told, too. */
  void unavailable(BitSet indices) {
    synchronized (this) {
      unavailable = unavailable == null ? new BitSet() : unavailable;
      unavailable.or(indices);
    }
    if (origin != null && simulation.isBesideNominated()) {
      origin.unavailable(indices);
    }
  }

  /** The claims that are allocated and were not available on some node. */
  BitSet unavailable() {
    synchronized (this) {
      return unavailable == null ? new BitSet() : (BitSet) unavailable.clone();
    }
  }
}
