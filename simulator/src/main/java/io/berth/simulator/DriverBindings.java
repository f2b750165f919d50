package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.DeviceDriverOptions.BindingReply;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.PodClaims;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Answers the binding conditions of devices that were allocated. Lives on its controller's executor. */
final class DriverBindings {
  private final Session session;
  private final Predicate<String> drivers;
  private final Function<DeviceRequestAllocationResult, Optional<BindingReply>> replies;
  private final WorkQueue<ObjectKey> queue;
  private final Map<ObjectKey, ResourceClaim> claims = new HashMap<>();
  private final Map<ObjectKey, Instant> allocatedAt = new HashMap<>();

  /**
   * Watches claims.
   *
   * @param drivers whose devices it answers for
   */
  DriverBindings(
      Session session,
      Predicate<String> drivers,
      Function<DeviceRequestAllocationResult, Optional<BindingReply>> replies) {
    this.session = session;
    this.drivers = drivers;
    this.replies = replies;
    this.queue = session.queue(this::reconcile);
    session.mirror(ResourceKind.RESOURCE_CLAIMS, this::changed);
  }

  private void changed(ObjectKey key, @Nullable ResourceClaim before, @Nullable ResourceClaim after) {
    if (after == null || !PodClaims.isAllocated(after)) {
      claims.remove(key);
      allocatedAt.remove(key);
      return;
    }
    boolean same = before != null
        && PodClaims.isAllocated(before)
        && Objects.equals(before.getStatus().getAllocation(), after.getStatus().getAllocation());
    if (!same || !allocatedAt.containsKey(key)) {
      allocatedAt.put(key, session.timers().now());
    }
    claims.put(key, after);
    queue.add(key);
  }

  private Next reconcile(ObjectKey key) {
    ResourceClaim claim = claims.get(key);
    if (claim == null || claim.getStatus().getAllocation().getDevices() == null) {
      return Next.DONE;
    }
    List<AllocatedDeviceStatus> devices = new ArrayList<>(claim.getStatus().getDevices());
    boolean changed = false;
    Duration soonest = null;
    for (DeviceRequestAllocationResult result : claim.getStatus().getAllocation().getDevices().getResults()) {
      if (!drivers.test(result.getDriver()) || result.getBindingConditions().isEmpty() || isAnswered(devices, result)) {
        continue;
      }
      Optional<BindingReply> reply = replies.apply(result);
      if (reply.isEmpty()) {
        continue;
      }
      Duration left = Duration.between(session.timers().now(), allocatedAt.get(key).plus(reply.get().after()));
      if (left.isNegative() || left.isZero()) {
        answer(devices, result, reply.get().ready());
        changed = true;
      } else if (soonest == null || left.compareTo(soonest) < 0) {
        soonest = left;
      }
    }
    if (!changed) {
      return soonest == null ? Next.DONE : new Next.After(soonest);
    }
    ResourceClaimStatus status = Beans.shallow(claim.getStatus());
    status.setDevices(devices);
    ResourceClaim next = Beans.shallow(claim);
    next.setStatus(status);
    return new Next.Answered(session.cluster().updateStatus(ResourceKind.RESOURCE_CLAIMS, next), soonest);
  }

  private static boolean isAnswered(List<AllocatedDeviceStatus> devices, DeviceRequestAllocationResult result) {
    int index = find(devices, result);
    if (index < 0) {
      return false;
    }
    List<String> isTrue =
        devices.get(index).getConditions().stream().filter(c -> "True".equals(c.getStatus())).map(Condition::getType).toList();
    return isTrue.containsAll(result.getBindingConditions())
        || result.getBindingFailureConditions().stream().anyMatch(isTrue::contains);
  }

  private void answer(List<AllocatedDeviceStatus> devices, DeviceRequestAllocationResult result, boolean ready) {
    int index = find(devices, result);
    AllocatedDeviceStatus device = index < 0 ? new AllocatedDeviceStatus() : Beans.shallow(devices.get(index));
    device.setDriver(result.getDriver());
    device.setPool(result.getPool());
    device.setDevice(result.getDevice());
    device.setShareID(result.getShareID());
    List<String> types =
        ready ? result.getBindingConditions() : result.getBindingFailureConditions().stream().limit(1).toList();
    List<Condition> conditions = new ArrayList<>(device.getConditions());
    for (String type : types) {
      conditions.removeIf(condition -> type.equals(condition.getType()));
      Condition condition = new Condition();
      condition.setType(type);
      condition.setStatus("True");
      condition.setReason(ready ? "Ready" : "Failed");
      condition.setMessage("");
      condition.setLastTransitionTime(session.timers().now().truncatedTo(ChronoUnit.SECONDS).toString());
      conditions.add(condition);
    }
    device.setConditions(conditions);
    if (index < 0) {
      devices.add(device);
    } else {
      devices.set(index, device);
    }
  }

  private static int find(List<AllocatedDeviceStatus> devices, DeviceRequestAllocationResult result) {
    for (int i = 0; i < devices.size(); i++) {
      AllocatedDeviceStatus device = devices.get(i);
      if (Objects.equals(device.getDriver(), result.getDriver())
          && Objects.equals(device.getPool(), result.getPool())
          && Objects.equals(device.getDevice(), result.getDevice())
          && Objects.equals(device.getShareID(), result.getShareID())) {
        return i;
      }
    }
    return -1;
  }
}
