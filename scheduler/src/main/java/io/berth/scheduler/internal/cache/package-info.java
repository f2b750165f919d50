/** The scheduler's picture of nodes and their pods, and the immutable snapshots taken of it. */
@NullMarked
package io.berth.scheduler.internal.cache;

import org.jspecify.annotations.NullMarked;
