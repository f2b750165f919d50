/**
 * Workload traces: what a cluster was asked to run, and when. They are read from recordings ({@link io.berth.simulator.trace.OpenbTrace})
 * or made up ({@link io.berth.simulator.trace.TraceGenerator}), played on a cluster ({@link io.berth.simulator.trace.TracePlayer}) and
 * watched ({@link io.berth.simulator.trace.TraceMonitor}).
 */
@NullMarked
package io.berth.simulator.trace;

import org.jspecify.annotations.NullMarked;
