@NullMarked
package io.berth.simulator.record;

import org.jspecify.annotations.NullMarked;
