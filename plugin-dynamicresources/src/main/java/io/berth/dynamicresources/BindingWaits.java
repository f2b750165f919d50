package io.berth.dynamicresources;

import io.berth.dynamicresources.BindingConditions.Readiness;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimListener;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Cancellation;
import io.berth.framework.Handle;
import io.berth.framework.Timers;
import io.berth.framework.Status;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Pods that wait for the binding conditions of their claims. They are looked at when one of their claims changes, and when time is up.
 * Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (PreBind, isPodReadyForBinding), v1.37.2.
 */
final class BindingWaits implements ClaimListener {
  private static final String SUCCESS = "success";
  private static final String FAILURE = "failure";
  private static final String TIMEOUT = "timeout";
  private static final String ERROR = "error";

  private final Handle handle;
  private final ClaimTracker tracker;
  private final BindingConditions conditions;
  private final Map<String, Set<Wait>> byClaim = new HashMap<>();

  BindingWaits(Handle handle, ClaimTracker tracker, BindingConditions conditions) {
    this.handle = handle;
    this.tracker = tracker;
    this.conditions = conditions;
  }

  /**
   * Waits until all claims are ready.
   *
   * @return completes on the scheduler's own thread, with an error when a device failed or time is up
   */
  CompletionStage<Status> await(List<ClaimInfo> claims, Cancellation cancellation) {
    Wait wait = new Wait(claims, handle.timers().now().plus(conditions.timeout()));
    wait.look();
    if (!wait.result.isDone()) {
      wait.begin();
      cancellation.onCancel(() -> handle.schedulingExecutor().execute(() -> wait.cancelled(cancellation)));
    }
    return wait.result;
  }

  @Override
  public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {
    ClaimInfo some = after != null ? after : before;
    Set<Wait> waits = some == null ? null : byClaim.get(some.key());
    if (waits != null) {
      List.copyOf(waits).forEach(Wait::look);
    }
  }

  private final class Wait {
    private final List<ClaimInfo> claims;
    private final Instant end;
    private final long start = handle.timers().nanoTime();
    private final CompletableFuture<Status> result = new CompletableFuture<>();
    private Timers.@Nullable Timer timer;

    Wait(List<ClaimInfo> claims, Instant end) {
      this.claims = new ArrayList<>(claims);
      this.end = end;
    }

    void begin() {
      claims.forEach(claim -> byClaim.computeIfAbsent(claim.key(), key -> new LinkedHashSet<>()).add(this));
      schedule(handle.timers().now());
    }

    private void schedule(Instant now) {
      Instant next = end;
      for (ClaimInfo claim : claims) {
        ClaimInfo newest = tracker.get(claim.namespace(), claim.name());
        Instant deadline = newest == null ? null : conditions.deadline(newest);
        if (deadline != null && deadline.isBefore(next) && !deadline.isBefore(now)) {
          next = deadline;
        }
      }
      if (timer != null) {
        timer.cancel();
      }
      // A deadline has passed one tick after it.
      Duration delay = Duration.between(now, next).plusNanos(1);
      timer = handle.timers().schedule(delay, () -> handle.schedulingExecutor().execute(this::look));
    }

    void look() {
      if (result.isDone()) {
        return;
      }
      Instant now = handle.timers().now();
      boolean ready = true;
      for (int i = 0; ready && i < claims.size(); i++) {
        ClaimInfo known = claims.get(i);
        ClaimInfo claim = tracker.get(known.namespace(), known.name());
        if (claim == null) {
          end(ERROR, Status.error("could not find ResourceClaim \"" + known.key() + "\""));
          return;
        }
        Readiness readiness = conditions.readiness(claim);
        if (readiness instanceof Readiness.Failed failed) {
          end(FAILURE, Status.error(failed.message()));
          return;
        }
        if (readiness != Readiness.READY) {
          ready = false;
          if (conditions.isTimedOut(claim, now)) {
            end(TIMEOUT, Status.error(BindingConditions.TIMEOUT + ": claim=" + claim.name()));
            return;
          }
        }
      }
      if (ready) {
        end(SUCCESS, Status.SUCCESS);
      } else if (!now.isBefore(end)) {
        end(TIMEOUT, Status.error(BindingConditions.TIMEOUT + ": context deadline exceeded"));
      } else if (timer != null) {
        schedule(now);
      }
    }

    void cancelled(Cancellation cancellation) {
      if (!result.isDone()) {
        end(ERROR, Status.error(String.valueOf(cancellation.reason())));
      }
    }

    private void end(String outcome, Status status) {
      measure(outcome);
      if (timer != null) {
        timer.cancel();
      }
      for (ClaimInfo claim : claims) {
        Set<Wait> waits = byClaim.get(claim.key());
        if (waits != null && waits.remove(this) && waits.isEmpty()) {
          byClaim.remove(claim.key());
        }
      }
      result.complete(status);
    }

    /** The wait counts for each device, the allocation for each device with conditions. */
    private void measure(String outcome) {
      long nanos = handle.timers().nanoTime() - start;
      for (ClaimInfo claim : claims) {
        ClaimInfo newest = tracker.get(claim.namespace(), claim.name());
        ClaimAllocation allocation = newest == null ? claim.allocation() : newest.allocation();
        if (allocation != null) {
          for (DeviceRequestAllocationResult device : allocation.devices()) {
            handle.metrics().bindingConditionsWait(handle.profileName(), device.getDriver(), outcome, nanos);
            if (!device.getBindingConditions().isEmpty()) {
              handle.metrics().bindingConditionsAllocation(handle.profileName(), device.getDriver(), outcome);
            }
          }
        }
      }
    }
  }
}
