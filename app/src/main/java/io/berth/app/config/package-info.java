/** Configuration files of the scheduler. */
@NullMarked
package io.berth.app.config;

import org.jspecify.annotations.NullMarked;
