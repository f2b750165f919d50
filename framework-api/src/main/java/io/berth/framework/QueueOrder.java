package io.berth.framework;

import java.util.Collection;

/** Lets a {@link QueueSortPlugin} say that the keys of some queued pods have changed. */
public interface QueueOrder {
  /**
   * Puts the given pods, and no others, at their new places in the active queue; pods that are not there are ignored.
   *
   * @param podUids the UIDs of pods whose keys may have changed
   */
  void keysChanged(Collection<String> podUids);
}
