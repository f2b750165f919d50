/**
 * Compiled selectors: labels, node selector terms, taints and tolerations. Everything here is immutable and thread-safe.
 */
@NullMarked
package io.berth.framework.selector;

import org.jspecify.annotations.NullMarked;
