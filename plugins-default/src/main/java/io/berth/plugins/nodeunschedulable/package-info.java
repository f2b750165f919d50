/** Cordoned nodes. */
@NullMarked
package io.berth.plugins.nodeunschedulable;

import org.jspecify.annotations.NullMarked;
