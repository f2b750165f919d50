/** Checks against a real API server: the ports to a cluster, and {@code berth run}. */
@NullMarked
package io.berth.conformance.cluster;

import org.jspecify.annotations.NullMarked;
