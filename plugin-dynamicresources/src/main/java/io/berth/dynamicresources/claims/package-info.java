/**
 * The claims of a cluster as the plugin keeps track of them: what is allocated, what is about to be, and for whom.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go and allocateddevices.go, v1.37.2.
 */
@NullMarked
package io.berth.dynamicresources.claims;

import org.jspecify.annotations.NullMarked;
