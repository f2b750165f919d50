/** Explains why a pod is where it is, or waits. */
@NullMarked
package io.berth.scheduler.internal.explain;

import org.jspecify.annotations.NullMarked;
