/**
 * Incremental indexes that spreading and pod affinity share: dense ids of nodes and topology values, pods grouped by their labels, and
 * counts of the pods that a selector picks. Nothing here is thread-safe: indexes change on the scheduler's own thread between cycles,
 * and are only read while nodes are filtered and scored.
 */
@NullMarked
package io.berth.plugins.internal.index;

import org.jspecify.annotations.NullMarked;
