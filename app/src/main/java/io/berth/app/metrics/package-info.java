/** The scheduler's measurements as Micrometer meters, under upstream's metric names. */
@NullMarked
package io.berth.app.metrics;

import org.jspecify.annotations.NullMarked;
