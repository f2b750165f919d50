package io.berth.framework;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A typed key of {@link CycleState}. Keys are compared by identity: make one constant per kind of data and share it.
 *
 * @param <T> the type of the data under this key
 */
public final class StateKey<T extends StateData<T>> {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final String name;
  private final int index = NEXT.getAndIncrement();

  private StateKey(String name) {
    this.name = name;
  }

  /**
   * A new key.
   *
   * @param name for error messages, by custom the plugin's name and the extension point, such as {@code PreFilterNodePorts}
   */
  public static <T extends StateData<T>> StateKey<T> of(String name) {
    return new StateKey<>(name);
  }

  /** The name given at creation. */
  public String name() {
    return name;
  }

  int index() {
    return index;
  }

  @Override
  public String toString() {
    return name;
  }
}
