/**
 * Which devices a pod's claims get on a node: an exhaustive search for the first solution, in upstream's order.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured, v1.37.2 (its experimental implementation, which has
 * every feature).
 */
@NullMarked
package io.berth.dynamicresources.allocator;

import org.jspecify.annotations.NullMarked;
