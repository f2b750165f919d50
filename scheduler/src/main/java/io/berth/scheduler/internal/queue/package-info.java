/** Pods that wait for a node: the scheduling queue, and the nominator. All of it is owned by the scheduler's own thread. */
@NullMarked
package io.berth.scheduler.internal.queue;

import org.jspecify.annotations.NullMarked;
