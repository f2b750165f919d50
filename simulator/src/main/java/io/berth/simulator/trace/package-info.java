/**
 * Workload traces: what a cluster was asked to run, and when. They are read from recordings ({@link io.berth.simulator.trace.OpenbTrace})
 * and played on a cluster ({@link io.berth.simulator.trace.TracePlayer}).
 */
@NullMarked
package io.berth.simulator.trace;

import org.jspecify.annotations.NullMarked;
