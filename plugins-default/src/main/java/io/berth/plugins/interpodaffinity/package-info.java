/**
 * Keeps pods together and apart. What upstream finds out anew in every cycle, over all pods, is kept in indexes by term here and read
 * through a small overlay.
 */
@NullMarked
package io.berth.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;
