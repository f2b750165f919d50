/**
 * Histories about devices: all that claims, classes, slices and rules can say, claims that pods share, name or make from templates, pools that
 * grow, shrink and change, controllers and drivers that are late, stop and start, another scheduler that takes devices, and writes of claims
 * that go wrong.
 *
 * <p>{@code DraDraft} makes them, with {@code ClaimDraft} and {@code PoolDraft}. The classes whose names begin with {@code Naive} are the
 * independent evaluation: they read the objects in the plainest way, try everything, and share no code with the plugin.
 */
@NullMarked
package io.berth.conformance.histories.dra;

import org.jspecify.annotations.NullMarked;
