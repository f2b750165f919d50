/**
 * CEL: the expressions that select devices and derive their attributes.
 *
 * <p>Nothing here touches the expression library before the first expression is compiled.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel, v1.37.2.
 */
@NullMarked
package io.berth.dynamicresources.cel;

import org.jspecify.annotations.NullMarked;
