@NullMarked
package io.berth.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;
