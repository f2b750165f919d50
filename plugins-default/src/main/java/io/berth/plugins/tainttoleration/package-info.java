/** Taints and tolerations. */
@NullMarked
package io.berth.plugins.tainttoleration;

import org.jspecify.annotations.NullMarked;
