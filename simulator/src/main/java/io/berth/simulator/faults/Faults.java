package io.berth.simulator.faults;

import io.berth.simulator.WatchInterceptor;
import io.berth.simulator.WriteInterceptor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Faults that come and go while a cluster runs. Of those that are armed the first that hits decides, in the order in which they were
 * armed; one that may hit only so often leaves when it has. Without armed faults all goes well.
 *
 * <p>Not thread-safe: armed on the thread that runs the cluster.
 */
public final class Faults implements WriteInterceptor, WatchInterceptor {
  private final List<WriteFault> writes = new ArrayList<>();
  private final List<WatchFault> watches = new ArrayList<>();
  private final Listener listener;

  /** Without faults; the listener hears of each that hits. */
  public Faults(Listener listener) {
    this.listener = listener;
  }

  /** Hears of faults that hit, just before they do. */
  public interface Listener {
    /** A request goes wrong. */
    void hit(WriteRequest request, WriteDecision decision);

    /** A change does not arrive as usual. */
    void hit(WatchedChange change, WatchDecision decision);
  }

  /** Requests go wrong like that from now on. */
  public void arm(WriteFault fault) {
    writes.add(fault);
  }

  /** Changes arrive like that from now on. */
  public void arm(WatchFault fault) {
    watches.add(fault);
  }

  /** Nothing goes wrong any more, but for what is going wrong already. */
  public void clear() {
    writes.clear();
    watches.clear();
  }

  @Override
  public WriteDecision beforeWrite(WriteRequest request) {
    for (Iterator<WriteFault> armed = writes.iterator(); armed.hasNext(); ) {
      WriteFault fault = armed.next();
      WriteDecision decision = fault.beforeWrite(request);
      if (fault.isSpent()) {
        armed.remove();
      }
      if (!(decision instanceof WriteDecision.Proceed)) {
        listener.hit(request, decision);
        return decision;
      }
    }
    return WriteDecision.PROCEED;
  }

  @Override
  public WatchDecision beforeDelivery(WatchedChange change) {
    for (Iterator<WatchFault> armed = watches.iterator(); armed.hasNext(); ) {
      WatchFault fault = armed.next();
      WatchDecision decision = fault.beforeDelivery(change);
      if (fault.isSpent()) {
        armed.remove();
      }
      if (!(decision instanceof WatchDecision.Deliver)) {
        listener.hit(change, decision);
        return decision;
      }
    }
    return WatchDecision.DELIVER;
  }
}
