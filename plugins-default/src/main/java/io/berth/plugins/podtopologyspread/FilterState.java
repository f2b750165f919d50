package io.berth.plugins.podtopologyspread;

import io.berth.framework.StateData;
import io.berth.plugins.internal.index.ValueChanges;
import org.jspecify.annotations.Nullable;

/**
 * What PreFilter leaves for Filter: the constraints with their counts, which are the index's own, and what a simulation changes about
 * them. Copies share all but the changes.
 */
final class FilterState implements StateData<FilterState> {
  final long version;
  final HardConstraint[] constraints;
  private final @Nullable ValueChanges[] changes;
  private final long[] least;

  FilterState(long version, HardConstraint[] constraints) {
    this(version, constraints, new ValueChanges[constraints.length], new long[constraints.length]);
    for (int i = 0; i < constraints.length; i++) {
      least[i] = constraints[i].least(null);
    }
  }

  private FilterState(
      long version, HardConstraint[] constraints, @Nullable ValueChanges[] changes, long[] least) {
    this.version = version;
    this.constraints = constraints;
    this.changes = changes;
    this.least = least;
  }

  @Override
  public FilterState copy() {
    @Nullable ValueChanges[] copied = new ValueChanges[changes.length];
    for (int i = 0; i < changes.length; i++) {
      ValueChanges one = changes[i];
      copied[i] = one == null ? null : one.copy();
    }
    return new FilterState(version, constraints, copied, least.clone());
  }

  /** The least number of pods in a domain of the i-th constraint. */
  long least(int i) {
    return least[i];
  }

  /** What a simulation has changed about the i-th constraint, or {@code null}. */
  @Nullable ValueChanges changes(int i) {
    return changes[i];
  }

  void change(int i, String value, long by) {
    ValueChanges changed = changes[i];
    if (changed == null) {
      changed = new ValueChanges();
      changes[i] = changed;
    }
    changed.add(value, by);
    least[i] = constraints[i].least(changed);
  }
}
