/**
 * Pods and nodes as a scheduler sees them: read once from the Kubernetes objects into immutable values.
 */
@NullMarked
package io.berth.framework.model;

import org.jspecify.annotations.NullMarked;
