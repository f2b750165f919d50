/** Binding through the cluster port. */
@NullMarked
package io.berth.plugins.defaultbinder;

import org.jspecify.annotations.NullMarked;
