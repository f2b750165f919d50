package io.berth.plugins.internal.index;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What a simulation has added to counts by topology value (or taken away, when negative). Takes room for what differs only. */
public final class ValueChanges {
  private final Map<String, Long> changes;

  /** No changes. */
  public ValueChanges() {
    changes = new HashMap<>();
  }

  private ValueChanges(ValueChanges other) {
    changes = new HashMap<>(other.changes);
  }

  /** The same changes, to be changed on their own. */
  public ValueChanges copy() {
    return new ValueChanges(this);
  }

  /** The change of the value's count. */
  public long get(String value) {
    Long change = changes.get(value);
    return change == null ? 0 : change;
  }

  /** Changes the value's count. */
  public void add(String value, long by) {
    long sum = get(value) + by;
    if (sum == 0) {
      changes.remove(value);
    } else {
      changes.put(value, sum);
    }
  }

  /** The values whose counts differ, in no particular order. */
  public Set<String> values() {
    return changes.keySet();
  }
}
