package io.berth.scheduler.internal.queue;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who registered an event.
 *
 * @param byProfile the registrations that match, by scheduler name, in the order of the plugins; a profile without any is absent
 * @param plugins the plugins of all profiles that registered it
 */
record EventInterest(Map<String, List<Hint<?>>> byProfile, Set<String> plugins) {
  /** Whether anybody did. */
  boolean any() {
    return !plugins.isEmpty();
  }
}
