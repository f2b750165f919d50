/** {@code berth simulate}: schedules what is pending in manifests or a trace around what is running, and tells what came of it. */
@NullMarked
package io.berth.app.simulate;

import org.jspecify.annotations.NullMarked;
