package io.berth.dynamicresources;

import io.berth.dynamicresources.DeviceSearch.Result;
import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.allocator.TakenDevices;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.framework.model.NodeInfo;
import java.util.List;

/**
 * What Filter found on a node beside the pods that are nominated to it. The pass without them has to be able to give it, too: it is the one
 * result that both agree on.
 *
 * @param found devices that leave those pods what is held for them
 * @param allocated what was allocated then
 * @param held what is held for those pods, taken in that pass only
 * @param awaited what their victims still have, taken in the other pass only
 */
record FirstPass(Allocated found, AllocatedState allocated, List<TakenDevices> held, List<TakenDevices> awaited) {

  /**
   * Looks for devices that can be had in both passes: those of the first one, or others that are free in both.
   *
   * <p>What is free when all that either pass counts is taken is free in each of them, with one exception: who shares a device that is in use
   * draws nothing on its counters, and it may be in use in one pass only. Such devices are left out where that matters.
   *
   * @param now what is allocated in the second pass
   */
  Result inBoth(AllocatedState now, DeviceSearch search, NodeInfo node, List<ClaimToAllocate> wanting) {
    Result same = search.again(node, now, found);
    if (same.outcome() instanceof Allocated) {
      return same;
    }
    AllocatedState all = now;
    for (TakenDevices taken : held) {
      all = all.with(taken);
    }
    Result other = search.on(node, all, wanting);
    if (!(other.outcome() instanceof Allocated devices) || isFree(devices, now, search, node) && isFree(devices, allocated, search, node)) {
      return other;
    }
    return search.on(node, whole(whole(all, held), awaited), wanting);
  }

  private static boolean isFree(Allocated devices, AllocatedState state, DeviceSearch search, NodeInfo node) {
    return search.again(node, state, devices).outcome() instanceof Allocated;
  }

  private static AllocatedState whole(AllocatedState state, List<TakenDevices> all) {
    AllocatedState whole = state;
    for (TakenDevices taken : all) {
      for (DeviceId device : taken.ids()) {
        whole = whole.withDevice(device);
      }
    }
    return whole;
  }
}
