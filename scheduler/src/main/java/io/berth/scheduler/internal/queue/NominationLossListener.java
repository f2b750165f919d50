package io.berth.scheduler.internal.queue;

import io.berth.framework.NominationLoss;
import io.berth.framework.model.PodInfo;

/** Hears of lost nominations, on the scheduler's own thread, when the nominator has already forgotten them. */
@FunctionalInterface
public interface NominationLossListener {
  /**
   * A nomination is lost.
   *
   * @param pod as the nominator knew it
   * @param nodeName the node that it was nominated to
   */
  void lost(PodInfo pod, String nodeName, NominationLoss loss);
}
