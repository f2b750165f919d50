/** Nodes that have a pod's images already. */
@NullMarked
package io.berth.plugins.imagelocality;

import org.jspecify.annotations.NullMarked;
