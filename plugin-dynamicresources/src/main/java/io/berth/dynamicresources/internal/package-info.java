/** What the packages of this module share and nobody else sees. */
@NullMarked
package io.berth.dynamicresources.internal;

import org.jspecify.annotations.NullMarked;
