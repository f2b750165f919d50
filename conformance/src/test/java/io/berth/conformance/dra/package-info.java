/** Pods that claim devices, from the queue to the node. */
@NullMarked
package io.berth.conformance.dra;

import org.jspecify.annotations.NullMarked;
