/** A run as one HTML page that needs nothing else: the cluster over time, and why each pod is where it is. */
@NullMarked
package io.berth.app.page;

import org.jspecify.annotations.NullMarked;
