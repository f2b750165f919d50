/**
 * Spreads pods over zones, nodes and other domains. What upstream counts anew in every cycle, over all nodes and pods, is kept in an
 * index here and read through a small overlay.
 */
@NullMarked
package io.berth.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;
