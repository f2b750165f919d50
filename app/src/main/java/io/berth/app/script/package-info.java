/** Timed changes of a simulated cluster: a small YAML format, and what its steps do. */
@NullMarked
package io.berth.app.script;

import org.jspecify.annotations.NullMarked;
