@NullMarked
package io.berth.conformance.mutations;

import org.jspecify.annotations.NullMarked;
