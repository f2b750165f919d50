/** Node selectors and node affinity. */
@NullMarked
package io.berth.plugins.nodeaffinity;

import org.jspecify.annotations.NullMarked;
