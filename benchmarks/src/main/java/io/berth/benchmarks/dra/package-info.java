/** The allocator of devices by itself, beside upstream's. */
@NullMarked
package io.berth.benchmarks.dra;

import org.jspecify.annotations.NullMarked;
