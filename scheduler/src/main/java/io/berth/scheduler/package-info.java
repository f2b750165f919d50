/**
 * The engine: a queue of pods, a picture of the cluster, and the cycles that place one after the other.
 *
 * <p>Start at {@link io.berth.scheduler.Scheduler#builder()}.
 */
@NullMarked
package io.berth.scheduler;

import org.jspecify.annotations.NullMarked;
