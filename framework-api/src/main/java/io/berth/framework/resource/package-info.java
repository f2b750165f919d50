/**
 * Amounts: exact Kubernetes quantities, interned resource names, immutable resource vectors, and what a pod requests.
 */
@NullMarked
package io.berth.framework.resource;

import org.jspecify.annotations.NullMarked;
