package io.berth.dynamicresources;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.framework.Handle;
import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ExactQuantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The devices that are held for nominated pods, for whoever shows them: a report, a timeline, a debugger. A hold begins with the decision
 * to preempt; it ends when the pod is about to reserve its devices, or loses its nomination. Meanwhile a device may still be allocated to
 * a victim. Nothing is held without the gate {@code DRAPreemption}, nor after a restart. Asking changes nothing. On the scheduler's own
 * thread.
 *
 * <p>Source: KEP-5690, Claim nomination.
 */
public final class DeviceHolds {
  private final Nominations nominations;

  private DeviceHolds(Nominations nominations) {
    this.nominations = nominations;
  }

  /**
   * What is held for a pod on a node.
   *
   * @param pod the preemptor
   * @param devices never empty, claim by claim
   */
  public record Hold(PodInfo pod, String node, List<Device> devices) {
    /** Copies the list. */
    public Hold {
      devices = List.copyOf(devices);
    }
  }

  /**
   * A device that is held for a claim.
   *
   * @param namespace of the claim
   * @param claim its name
   * @param adminAccess whether the claim only looks at it, so that it stays free for others
   * @param consumed what is held of the device's capacities, by name; empty if the device is held as a whole
   */
  public record Device(
      String namespace,
      String claim,
      String driver,
      String pool,
      String device,
      boolean adminAccess,
      Map<String, ExactQuantity> consumed) {}

  /**
   * Hears when devices are held, and when they no longer are. It is told in the midst of a decision: it must be quick, and may neither
   * throw nor change anything; what is handed over may be kept.
   */
  public interface Listener {
    /** Devices are held from now on. */
    void held(Hold hold);

    /**
     * They no longer are.
     *
     * @param loss why: {@link NominationLoss#BOUND} when the pod is about to reserve them, or has been bound by somebody else; {@code null}
     *     when other devices take their place, or the decision never became a nomination
     */
    void ended(Hold hold, @Nullable NominationLoss loss);
  }

  /** The view of the scheduler that this handle belongs to; all its profiles share what is held. */
  public static DeviceHolds of(Handle handle) {
    return new DeviceHolds(DeviceManager.of(handle).nominations());
  }

  /** What is held now, in the order in which pods were first nominated. */
  public List<Hold> all() {
    return nominations.all().stream().map(DeviceHolds::hold).filter(hold -> !hold.devices().isEmpty()).toList();
  }

  /** Tells the listener of each hold from now on. */
  public void addListener(Listener listener) {
    nominations.addObserver((before, after, loss) -> tell(listener, before, after, loss));
  }

  private static void tell(
      Listener listener, @Nullable ClaimNomination before, @Nullable ClaimNomination after, @Nullable NominationLoss loss) {
    Hold was = before == null ? null : hold(before);
    Hold is = after == null ? null : hold(after);
    if (was != null && is != null && was.devices().equals(is.devices())) {
      return;
    }
    if (was != null && !was.devices().isEmpty()) {
      listener.ended(was, loss);
    }
    if (is != null && !is.devices().isEmpty()) {
      listener.held(is);
    }
  }

  private static Hold hold(ClaimNomination nomination) {
    Allocated allocated = nomination.allocated();
    List<Device> devices =
        allocated == null
            ? List.of()
            : allocated.devices().stream()
                .map(
                    chosen -> {
                      ClaimInfo claim = nomination.claims().get(chosen.claim());
                      return new Device(
                          claim.namespace(),
                          claim.name(),
                          chosen.device().driver(),
                          chosen.device().pool(),
                          chosen.device().device(),
                          chosen.adminAccess(),
                          chosen.consumed());
                    })
                .toList();
    return new Hold(nomination.pod(), nomination.node(), devices);
  }
}
