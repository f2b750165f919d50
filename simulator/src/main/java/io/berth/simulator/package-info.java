/**
 * A cluster in memory with an API server's semantics, and time that one can hold. Everything is written against the ports of
 * {@code io.berth.framework.cluster} and {@link io.berth.framework.Timers}, so that the controllers run beside a real API server too.
 */
@NullMarked
package io.berth.simulator;

import org.jspecify.annotations.NullMarked;
