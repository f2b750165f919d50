/** Reading and checking of plugin arguments, for every module that brings plugins. */
@NullMarked
package io.berth.framework.config;

import org.jspecify.annotations.NullMarked;
