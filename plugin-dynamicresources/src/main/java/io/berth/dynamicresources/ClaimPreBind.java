package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Cancellation;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes what Reserve decided, claim by claim, and waits until the devices are ready.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (PreBind), v1.37.2.
 */
final class ClaimPreBind {
  private final Handle handle;
  private final ClaimTracker tracker;
  private final ClaimBinder binder;
  private final Reservations reservations;
  private final ExtendedResources extendedResources;
  private final @Nullable BindingWaits waits;

  /**
   * Binds claims.
   *
   * @param waits waits for devices; {@code null} while binding conditions are off
   */
  ClaimPreBind(
      Handle handle,
      ClaimTracker tracker,
      Writers writers,
      ExtendedResources extendedResources,
      @Nullable BindingWaits waits) {
    this.handle = handle;
    this.tracker = tracker;
    this.binder = writers.binder();
    this.reservations = writers.reservations();
    this.extendedResources = extendedResources;
    this.waits = waits;
  }

  /** Who writes claims, and who takes back what was written. */
  record Writers(ClaimBinder binder, Reservations reservations) {}

  CompletionStage<Status> bind(ClaimsState state, PodInfo pod, String nodeName, Cancellation cancellation) {
    state.preBinds(cancellation);
    return new Binding(state, pod, nodeName, cancellation).next(0);
  }

  private final class Binding {
    private final ClaimsState state;
    private final PodInfo pod;
    private final String nodeName;
    private final Cancellation cancellation;

    Binding(ClaimsState state, PodInfo pod, String nodeName, Cancellation cancellation) {
      this.state = state;
      this.pod = pod;
      this.nodeName = nodeName;
      this.cancellation = cancellation;
    }

    /** Binds the claims from the i-th on. No claim is left while a write of it is under way, even if the pod is cancelled. */
    CompletionStage<Status> next(int i) {
      if (i == state.size()) {
        return ready().thenApply(this::settled);
      }
      if (cancellation.isCancelled()) {
        return done(Status.error(String.valueOf(cancellation.reason())));
      }
      CompletionStage<Boolean> before = reservations.underWay(state.claim(i).uid(), pod.uid());
      return before == null ? one(i) : before.thenCompose(done -> one(i));
    }

    private CompletionStage<Status> one(int i) {
      ClaimInfo newest = reservations.newest(state.claim(i)); // the given one if it is gone, which the write will tell
      if (newest.isReservedFor(pod.uid())) {
        state.written(i, newest);
        return next(i + 1);
      }
      CompletionStage<Attempt> attempt =
          i == state.specialIndex() ? special(newest) : binder.bind(newest.claim(), state.chosen(i), pod, cancellation);
      return attempt.thenCompose(
          outcome -> {
            if (outcome instanceof Attempt.Done done) {
              state.written(i, read(done.claim()));
              return next(i + 1);
            }
            return done(Status.error(message(outcome)));
          });
    }

    /** Creates the special claim before it is bound; what was created is deleted by unreserve if anything fails. */
    private CompletionStage<Attempt> special(ClaimInfo claim) {
      NodeAllocation found = state.onNode(nodeName);
      ClaimAllocation allocation = state.chosen(state.specialIndex());
      if (found == null || found.special() == null || allocation == null) {
        return ClaimWrites.done(new Attempt.Done(claim.claim())); // device plugins have it all
      }
      ExtendedResources.OnNode.Devices devices = found.special();
      return extendedResources
          .create(claim, devices, pod)
          .thenCompose(
              created -> {
                if (!(created instanceof Attempt.Done made)) {
                  return ClaimWrites.done(created);
                }
                state.written(state.specialIndex(), ClaimInfo.of(made.claim()));
                return binder.bind(made.claim(), allocation, pod, cancellation);
              })
          .thenCompose(bound -> bound instanceof Attempt.Done done ? told(done, allocation, devices) : ClaimWrites.done(bound));
    }

    private CompletionStage<Attempt> told(
        Attempt.Done bound, ClaimAllocation allocation, ExtendedResources.OnNode.Devices devices) {
      state.written(state.specialIndex(), ClaimInfo.of(bound.claim()));
      return extendedResources
          .written(bound.claim(), allocation, devices, pod)
          .thenApply(status -> status.isSuccess() ? bound : new Attempt.Failed(status.message()));
    }

    private ClaimInfo read(ResourceClaim claim) {
      ClaimInfo info = ClaimInfo.of(claim);
      ClaimInfo known = tracker.get(info.namespace(), info.name());
      return known != null && known.claim() == claim ? known : info;
    }

    private CompletionStage<Status> ready() {
      List<ClaimInfo> claims = new ArrayList<>(state.size());
      boolean conditions = false;
      for (int i = 0; i < state.size(); i++) {
        ClaimAllocation allocation = state.claim(i).allocation();
        conditions |= allocation != null && allocation.hasBindingConditions();
        if (allocation != null) {
          claims.add(state.claim(i));
        }
      }
      if (waits == null || !conditions) {
        return done(Status.SUCCESS);
      }
      String note = "waiting for binding conditions for device on node " + nodeName;
      handle
          .eventRecorder()
          .event(pod, null, EventNote.normal("BindingConditionsPending", "Scheduling", note, handle.profileName()));
      return Objects.requireNonNull(waits).await(claims, cancellation);
    }

    /** What was in flight is in the claims now. After a failure it stays in flight until unreserve lets go of it. */
    private Status settled(Status status) {
      if (status.isSuccess()) {
        for (int i = 0; i < state.size(); i++) {
          ClaimAllocation chosen = state.chosen(i);
          if (chosen != null) {
            ClaimInfo atStart = i == state.specialIndex() ? state.specialAtStart() : null;
            tracker.settle(atStart == null ? state.claim(i).uid() : atStart.uid());
            if (tracker.booked(state.claim(i).uid()) == null) {
              // The claim went, or lost its devices, before the answer to its own write came.
              ClaimFeed.freed(handle.events(), state.claim(i).claim(), chosen.result());
            }
          }
        }
      }
      return status;
    }
  }

  private static String message(Attempt attempt) {
    if (attempt instanceof Attempt.Conflict conflict) {
      return conflict.message();
    }
    return attempt instanceof Attempt.Failed failed ? failed.message() : "";
  }

  private static CompletionStage<Status> done(Status status) {
    return CompletableFuture.completedFuture(status);
  }
}
