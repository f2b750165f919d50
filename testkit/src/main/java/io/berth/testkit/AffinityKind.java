package io.berth.testkit;

/**
 * Whether an affinity term binds.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (PodAffinityKind), v1.37.2.
 */
public enum AffinityKind {
  /** The term must hold. */
  REQUIRED,
  /** The term counts with weight 1. */
  PREFERRED,
  /** Both. */
  REQUIRED_AND_PREFERRED;

  boolean required() {
    return this != PREFERRED;
  }

  boolean preferred() {
    return this != REQUIRED;
  }
}
