/** Tests of the simulator. */
@NullMarked
package io.berth.simulator.faults;

import org.jspecify.annotations.NullMarked;
