package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.TakenDevices;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DeviceUsage;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Tells those who wait for devices of what is no longer held for a preemptor. Owned by the scheduler's own thread. */
final class LostHolds {
  private final DeviceManager manager;
  private final ClaimTracker tracker;
  private final Nominations nominations;

  LostHolds(DeviceManager manager) {
    this.manager = manager;
    this.tracker = manager.claims();
    this.nominations = manager.nominations();
  }

  /** The preemptor has reserved what was held for it, or something else; then what was held is free. */
  void reserved(ClaimNomination held) {
    if (!isInFlight(held)) {
      lost(held);
    }
  }

  private boolean isInFlight(ClaimNomination nomination) {
    for (int i = 0; i < nomination.held().size(); i++) {
      ClaimAllocation booked = tracker.booked(nomination.claims().get(i).uid());
      if (booked == null
          || booked.result() != nomination.held().get(i) && !devices(List.of(booked.taken())).equals(devices(List.of(nomination.taken().get(i))))) {
        return false;
      }
    }
    return true;
  }

  /** Other devices are held for the preemptor on its node than before. */
  void replaced(ClaimNomination before, ClaimNomination now) {
    Map<DeviceId, DeviceUsage> held = devices(now.taken());
    boolean free =
        devices(before.taken()).entrySet().stream()
            .anyMatch(
                device -> !device.getValue().equals(held.get(device.getKey())) && manager.allocated().usage(device.getKey()).exclusive() == 0);
    if (free) {
      tell(before);
    }
  }

  /**
   * Nothing is held for the preemptor any more. While victims' claims that are still to be released have all that was held, nothing is free
   * yet; the event of the last one wakes those who wait, or that one of them is not released after all.
   */
  void lost(ClaimNomination lost) {
    if (lost.held().isEmpty()) {
      return;
    }
    if (isStillTaken(lost)) {
      nominations.keepQuiet(lost.node());
    } else {
      tell(lost);
    }
  }

  private void tell(ClaimNomination lost) {
    manager.news().free(lost.claims().get(0).claim(), lost.held().get(0));
  }

  /**
   * Whether victims still have every device that was held. Of a shared device something else may be free; and a claim that is waited for may
   * keep its devices for as long as its consumer cannot give it back, which concerns nobody who can do with the other ones.
   */
  private boolean isStillTaken(ClaimNomination lost) {
    AllocatedState victims = AllocatedState.empty();
    for (String claimUid : nominations.outstanding(lost.node())) {
      ClaimAllocation booked = tracker.booked(claimUid);
      victims = booked == null ? victims : victims.with(booked.taken());
    }
    Map<DeviceId, DeviceUsage> theirs = victims.devices();
    return lost.taken().stream()
        .flatMap(taken -> taken.ids().stream())
        .allMatch(id -> theirs.getOrDefault(id, DeviceUsage.NONE).exclusive() > 0);
  }

  private static Map<DeviceId, DeviceUsage> devices(Collection<TakenDevices> taken) {
    AllocatedState all = AllocatedState.empty();
    for (TakenDevices devices : taken) {
      all = all.with(devices);
    }
    return all.devices();
  }
}
