/** Tests of the simulator. */
@NullMarked
package io.berth.simulator;

import org.jspecify.annotations.NullMarked;
