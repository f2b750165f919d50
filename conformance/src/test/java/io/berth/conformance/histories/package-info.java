@NullMarked
package io.berth.conformance.histories;

import org.jspecify.annotations.NullMarked;
