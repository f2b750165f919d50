@NullMarked
package io.berth.conformance;

import org.jspecify.annotations.NullMarked;
