@NullMarked
package io.berth.plugins;

import org.jspecify.annotations.NullMarked;
