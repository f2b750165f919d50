/** Runs a profile's plugins: which ones, in which order, and what their results mean together. */
@NullMarked
package io.berth.scheduler.internal.runtime;

import org.jspecify.annotations.NullMarked;
