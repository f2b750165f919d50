/** Tests of the allocator. */
@NullMarked
package io.berth.dynamicresources.allocator;

import org.jspecify.annotations.NullMarked;
