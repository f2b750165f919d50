/** Tests of the experiments. */
@NullMarked
package io.berth.conformance.opsche;

import org.jspecify.annotations.NullMarked;
