/** Ports to a cluster: kinds, listers, watches and writes. A simulator and a real client stand behind the same ports. */
@NullMarked
package io.berth.framework.cluster;

import org.jspecify.annotations.NullMarked;
