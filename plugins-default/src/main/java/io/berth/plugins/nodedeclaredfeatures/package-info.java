/** Features that pods need and nodes declare. */
@NullMarked
package io.berth.plugins.nodedeclaredfeatures;

import org.jspecify.annotations.NullMarked;
