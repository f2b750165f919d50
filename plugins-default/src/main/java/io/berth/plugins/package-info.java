/** The default profile and its plugins by name. Each plugin has a package of its own. */
@NullMarked
package io.berth.plugins;

import org.jspecify.annotations.NullMarked;
