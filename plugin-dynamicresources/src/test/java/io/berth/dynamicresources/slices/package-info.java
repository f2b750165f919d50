/** Tests of the published devices. */
@NullMarked
package io.berth.dynamicresources.slices;

import org.jspecify.annotations.NullMarked;
