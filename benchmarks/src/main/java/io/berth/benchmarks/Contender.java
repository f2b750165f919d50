package io.berth.benchmarks;

import io.berth.framework.FeatureGates;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

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
    Map<String, Boolean> gates = new LinkedHashMap<>();
    if (colon >= 0) {
      Arrays.stream(name.substring(colon + 1).split(",")).forEach(gate -> set(gates, gate));
    }
    return new Contender(name, workload, FeatureGates.of(gates));
  }

  private static void set(Map<String, Boolean> gates, String gate) {
    int equals = gate.indexOf('=');
    String value = gate.substring(equals + 1);
    if (equals < 0 || !value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException("a feature gate is GATE=true or GATE=false, not " + gate);
    }
    gates.put(gate.substring(0, equals), Boolean.valueOf(value));
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
