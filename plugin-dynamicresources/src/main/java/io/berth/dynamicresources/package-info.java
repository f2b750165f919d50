/**
 * Dynamic resource allocation: pods that claim devices.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources, v1.37.2.
 */
@NullMarked
package io.berth.dynamicresources;

import org.jspecify.annotations.NullMarked;
