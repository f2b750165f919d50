/** {@code berth run}: the scheduler on a real cluster. */
@NullMarked
package io.berth.app.run;

import org.jspecify.annotations.NullMarked;
