/** Scheduling cycles, one at a time, and binding cycles, many at once; what is done when one fails. */
@NullMarked
package io.berth.scheduler.internal.cycle;

import org.jspecify.annotations.NullMarked;
