/**
 * The scheduler framework: extension points, their results, cycle state, and what a plugin gets from its {@link
 * io.berth.framework.Handle}. Nothing here blocks, starts a thread, reads a clock or talks to a cluster.
 */
@NullMarked
package io.berth.framework;

import org.jspecify.annotations.NullMarked;
