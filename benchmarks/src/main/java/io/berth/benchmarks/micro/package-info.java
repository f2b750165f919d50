/** JMH benchmarks of hot paths, on schedulers that stand still between two calls. */
@NullMarked
package io.berth.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
