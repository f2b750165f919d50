/**
 * Recordings: what happened in a cluster, written to a file by way of the ports, and played again in virtual time. A recording has only the
 * fields that scheduling reads, and can be made anonymous.
 */
@NullMarked
package io.berth.simulator.record;

import org.jspecify.annotations.NullMarked;
