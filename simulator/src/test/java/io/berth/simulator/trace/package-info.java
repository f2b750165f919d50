/** Tests of workload traces. */
@NullMarked
package io.berth.simulator.trace;

import org.jspecify.annotations.NullMarked;
