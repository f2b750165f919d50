/** Stand-ins for a cluster, time and plugins, for tests of the engine by itself. */
@NullMarked
package io.berth.scheduler.fake;

import org.jspecify.annotations.NullMarked;
