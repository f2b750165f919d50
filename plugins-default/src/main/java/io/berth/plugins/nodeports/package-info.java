/** Ports of the host. */
@NullMarked
package io.berth.plugins.nodeports;

import org.jspecify.annotations.NullMarked;
