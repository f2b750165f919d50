/**
 * Scenarios: a cluster in memory, its kubelets and a complete scheduler on one clock, with faults on demand and invariants that are
 * looked at after each event.
 */
@NullMarked
package io.berth.scenario;

import org.jspecify.annotations.NullMarked;
