package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.DeviceBooks;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.NodeChanges;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.devices.DeviceTotals;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What all profiles of a scheduler share: the claims, what is allocated or about to be, the published devices, the classes. Each is an
 * index that events and the scheduler's own writes keep up to date; a cycle takes the immutable values as they are. Owned by the
 * scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go (DefaultDRAManager), v1.37.2.
 */
final class DeviceManager implements DeviceBooks {
  private final ClaimTracker claims = new ClaimTracker(this);
  private final CelCompiler cel = new CelCompiler(CelFeatures.STORED);
  private final Allocator allocator;
  private final SliceFeed slices;
  private final Lister<DeviceClass> classes;
  private final ClaimRelease release;
  private final NominationNews news;
  private final Nominations nominations;
  private final NodeChanges changes;
  private AllocatedState allocated;

  private DeviceManager(Handle handle) {
    FeatureGates gates = handle.featureGates();
    Features features = Features.of(gates);
    RandomGenerator random = handle.random();
    classes = handle.lister(ResourceKind.DEVICE_CLASSES);
    allocator = new Allocator(features, this::deviceClass, cel, () -> shareId(random));
    allocated = AllocatedState.empty(gates.enabled(FeatureGates.DRA_CONSUMABLE_CAPACITY));
    slices = new SliceFeed(handle, features);
    release = new ClaimRelease(claims, handle);
    changes = handle.nodeChanges();
    news = new NominationNews(handle, claims);
    nominations = new Nominations(new Knowledge(), changes, news);
    claims.addListener(nominations);
    handle.informer(ResourceKind.RESOURCE_CLAIMS).addHandler(new ClaimFeed(claims, handle.events()));
  }

  private final class Knowledge implements Nominations.Knowledge {
    @Override
    public boolean isBooked(String claimUid) {
      return claims.booked(claimUid) != null;
    }

    @Override
    public boolean isLeftByAll(String claimUid, String node, Set<String> leaving) {
      ClaimInfo claim = claims.byUid(claimUid);
      return claim == null || release.isLeftByAll(claim, node, leaving);
    }
  }

  /** The scheduler's one manager. */
  static DeviceManager of(Handle handle) {
    return handle.shared(DeviceManager.class, () -> new DeviceManager(handle));
  }

  private static String shareId(RandomGenerator random) {
    long version4 = random.nextLong() & ~0xf000L | 0x4000L;
    long variant2 = random.nextLong() >>> 2 | Long.MIN_VALUE;
    return new UUID(version4, variant2).toString();
  }

  ClaimTracker claims() {
    return claims;
  }

  Allocator allocator() {
    return allocator;
  }

  /** Which claims are released when pods leave. */
  ClaimRelease release() {
    return release;
  }

  /** What is held for nominated pods; nothing without the gate. */
  Nominations nominations() {
    return nominations;
  }

  /** Who is to be woken for what becomes of nominations. */
  NominationNews news() {
    return news;
  }

  /** The devices that are published. */
  DevicePools pools() {
    return slices.pools();
  }

  /** What is allocated, or about to be. */
  AllocatedState allocated() {
    return allocated;
  }

  /** How many devices nodes have, and how many of these are allocated or about to be. */
  DeviceTotals totals() {
    return new PoolTotals(pools(), allocated, cel);
  }

  /** The class of this name, or {@code null}. */
  @Nullable DeviceClass deviceClass(String name) {
    return classes.get("", name);
  }

  @Override
  public void book(ClaimAllocation allocation) {
    allocated = allocated.with(allocation.taken());
    changed(allocation);
  }

  @Override
  public void release(ClaimAllocation allocation) {
    allocated = allocated.without(allocation.taken());
    changed(allocation);
  }

  @Override
  public void touch(ClaimAllocation allocation) {
    changed(allocation);
  }

  /** Filter may say something else of the nodes that can use these devices. */
  private void changed(ClaimAllocation allocation) {
    for (DeviceId device : allocation.taken().ids()) {
      Set<String> nodes = pools().nodesOf(device.poolId());
      if (nodes == null) {
        changes.allChanged();
        return;
      }
      nodes.forEach(changes::changed);
    }
  }

  @Override
  public void arrived(ClaimInfo claim, ClaimAllocation allocation) {
    if (release.isOfPodsOnTheirWayOut(claim)) {
      touch(allocation);
    }
  }
}
