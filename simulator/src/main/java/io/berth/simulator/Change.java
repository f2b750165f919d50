package io.berth.simulator;

/**
 * One change of one object, as a watch tells it.
 *
 * @param object the object after the change; its last state, at the version of the deletion, when it is gone
 * @param version the cluster's version after the change
 */
record Change<T>(Type type, T object, long version) {
  enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }
}
