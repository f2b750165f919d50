/**
 * Random histories: clusters to which everything happens that can happen, on one clock, from one seed, and what must hold all the same.
 */
@NullMarked
package io.berth.conformance.histories;

import org.jspecify.annotations.NullMarked;
