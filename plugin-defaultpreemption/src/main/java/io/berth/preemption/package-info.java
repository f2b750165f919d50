/**
 * Preemption: makes room for a pod that fits nowhere by evicting pods of lower priority.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultpreemption and pkg/scheduler/framework/preemption, v1.37.2.
 */
@NullMarked
package io.berth.preemption;

import org.jspecify.annotations.NullMarked;
