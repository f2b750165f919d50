package io.berth.framework;

/**
 * What a plugin keeps in a {@link CycleState}.
 *
 * @param <T> the implementing type
 */
public interface StateData<T> {
  /**
   * A copy that can change without changing this object. Preemption asks for hundreds of copies in one cycle: make it O(1), a
   * shared immutable base plus a small overlay. Data that never changes returns itself.
   */
  T copy();
}
