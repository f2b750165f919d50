/**
 * Mutations: small faults that are put into the source on purpose, one at a time, to see whether the random histories find them. What
 * no history finds is a rule that nobody watches.
 */
@NullMarked
package io.berth.conformance.mutations;

import org.jspecify.annotations.NullMarked;
