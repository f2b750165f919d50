/** {@code berth record}. */
@NullMarked
package io.berth.app.record;

import org.jspecify.annotations.NullMarked;
