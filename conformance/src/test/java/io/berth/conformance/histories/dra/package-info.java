@NullMarked
package io.berth.conformance.histories.dra;

import org.jspecify.annotations.NullMarked;
