@NullMarked
package io.berth.cluster;

import org.jspecify.annotations.NullMarked;
