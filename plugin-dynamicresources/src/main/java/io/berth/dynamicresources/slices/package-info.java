/**
 * Devices as drivers publish them: resource slices, parsed once into immutable devices, pools of them, and an index of which
 * pools a node can reach. Every value here is immutable; a change gives a new index that shares all that did not change.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured/internal/experimental/pools_experimental.go, v1.37.2.
 */
@NullMarked
package io.berth.dynamicresources.slices;

import org.jspecify.annotations.NullMarked;
