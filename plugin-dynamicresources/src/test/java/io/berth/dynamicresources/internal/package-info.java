/** Tests of what the packages share. */
@NullMarked
package io.berth.dynamicresources.internal;

import org.jspecify.annotations.NullMarked;
