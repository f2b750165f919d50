/** The order of the active queue. */
@NullMarked
package io.berth.plugins.queuesort;

import org.jspecify.annotations.NullMarked;
