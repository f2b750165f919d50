/**
 * Runs case files whose expected values come from upstream's own code, and shows where Berth differs.
 *
 * <p>Entry point: {@code conformance/run SUITE FILE...}. What is compared, and the results: {@code docs/parity.md}.
 */
@NullMarked
package io.berth.conformance;

import org.jspecify.annotations.NullMarked;
