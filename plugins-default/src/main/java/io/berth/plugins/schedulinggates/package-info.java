/** Pods that wait until somebody opens their gates. */
@NullMarked
package io.berth.plugins.schedulinggates;

import org.jspecify.annotations.NullMarked;
