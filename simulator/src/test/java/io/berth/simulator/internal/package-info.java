/** Tests of the simulator. */
@NullMarked
package io.berth.simulator.internal;

import org.jspecify.annotations.NullMarked;
