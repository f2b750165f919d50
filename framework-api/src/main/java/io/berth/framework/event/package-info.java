/** What happens in a cluster, and how a plugin says whether it helps a pod that it rejected. */
@NullMarked
package io.berth.framework.event;

import org.jspecify.annotations.NullMarked;
