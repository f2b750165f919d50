/** Tests of the allocator's comparison. */
@NullMarked
package io.berth.benchmarks.dra;

import org.jspecify.annotations.NullMarked;
