/**
 * What can go wrong, as values that are made, narrowed down and put together: requests and watches that misbehave, controllers that are
 * not there for a while. Where chance decides, it comes in as a generator, so that the same seed gives the same faults.
 */
@NullMarked
package io.berth.simulator.faults;

import org.jspecify.annotations.NullMarked;
