/** What the cluster in memory and the controllers share. Not for users: it may change at any time. */
@NullMarked
package io.berth.simulator.internal;

import org.jspecify.annotations.NullMarked;
