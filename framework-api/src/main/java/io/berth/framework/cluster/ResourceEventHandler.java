package io.berth.framework.cluster;

/** Hears of changes to the objects of one kind, on the scheduler's own thread. */
public interface ResourceEventHandler<T> {
  /** An object is new. */
  void onAdd(T object);

  /** An object has changed. */
  void onUpdate(T oldObject, T newObject);

  /**
   * An object is gone.
   *
   * @param finalStateUnknown whether changes may have been missed before the deletion
   */
  void onDelete(T object, boolean finalStateUnknown);
}
