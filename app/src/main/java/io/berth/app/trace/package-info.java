/** Recorded workloads of real clusters: nodes, and pods that come and go at given times. */
@NullMarked
package io.berth.app.trace;

import org.jspecify.annotations.NullMarked;
