package io.berth.simulator.faults;

import java.util.function.Predicate;

/** True so many times. Not thread-safe. */
final class Count<T> implements Predicate<T> {
  private int left;

  Count(int times) {
    this.left = times;
  }

  /** Whether it is false from now on. */
  boolean isSpent() {
    return left <= 0;
  }

  @Override
  public boolean test(T value) {
    return left > 0 && left-- > 0;
  }
}
