/** What happened in a simulated cluster, when, and why. */
@NullMarked
package io.berth.app.timeline;

import org.jspecify.annotations.NullMarked;
