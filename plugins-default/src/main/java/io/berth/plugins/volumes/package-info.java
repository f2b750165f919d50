/** Pods whose volumes would have to be scheduled. */
@NullMarked
package io.berth.plugins.volumes;

import org.jspecify.annotations.NullMarked;
