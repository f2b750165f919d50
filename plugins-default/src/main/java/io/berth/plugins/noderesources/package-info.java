/** Room for what pods request, and the ranking of nodes by it. */
@NullMarked
package io.berth.plugins.noderesources;

import org.jspecify.annotations.NullMarked;
