@NullMarked
package io.berth.scenario;

import org.jspecify.annotations.NullMarked;
