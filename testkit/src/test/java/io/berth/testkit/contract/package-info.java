/** The contract kits applied to plugins that hold to them, and to some that do not. */
@NullMarked
package io.berth.testkit.contract;

import org.jspecify.annotations.NullMarked;
