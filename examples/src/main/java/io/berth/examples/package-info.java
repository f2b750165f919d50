/** Samples that run. Each has a test, and what the documentation shows of them is what runs. */
@NullMarked
package io.berth.examples;

import org.jspecify.annotations.NullMarked;
