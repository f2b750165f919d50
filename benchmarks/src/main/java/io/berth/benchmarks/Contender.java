package io.berth.benchmarks;

import io.berth.framework.FeatureGates;

/**
 * What is measured: a workload, and the feature gates with which it is.
 *
 * @param name as it stands on the command line
 */
record Contender(String name, Workload workload, FeatureGates gates) {
  /**
   * Reads {@code WORKLOAD} or {@code WORKLOAD:GATE=true,GATE=false}.
   *
   * @throws IllegalArgumentException naming what is unknown, and what is known
   */
  static Contender of(String name) {
    int colon = name.indexOf(':');
    Workload workload = Workload.of(colon < 0 ? name : name.substring(0, colon));
    return new Contender(name, workload, colon < 0 ? FeatureGates.defaults() : FeatureGates.parse(name.substring(colon + 1)));
  }

  /** What the workload needs, and what was said. */
  FeatureGates allGates() {
    return workload.gates(gates);
  }

  @Override
  public String toString() {
    return name;
  }
}
