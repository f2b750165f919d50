/** Pods that name their node. */
@NullMarked
package io.berth.plugins.nodename;

import org.jspecify.annotations.NullMarked;
