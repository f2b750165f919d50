/** A small cluster to test indexes with, and their tests. */
@NullMarked
package io.berth.plugins.internal.index;

import org.jspecify.annotations.NullMarked;
