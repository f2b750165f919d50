/** The {@code berth} command. */
@NullMarked
package io.berth.app;

import org.jspecify.annotations.NullMarked;
