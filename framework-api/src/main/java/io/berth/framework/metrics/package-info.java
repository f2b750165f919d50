/** What the scheduler measures, under upstream's metric names. */
@NullMarked
package io.berth.framework.metrics;

import org.jspecify.annotations.NullMarked;
