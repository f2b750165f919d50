@NullMarked
package io.berth.examples;

import org.jspecify.annotations.NullMarked;
