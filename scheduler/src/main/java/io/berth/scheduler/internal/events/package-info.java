/** What happens in the cluster: watches, stores of known objects, and handlers that tell cache and queue. */
@NullMarked
package io.berth.scheduler.internal.events;

import org.jspecify.annotations.NullMarked;
