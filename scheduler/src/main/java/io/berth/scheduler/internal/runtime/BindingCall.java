package io.berth.scheduler.internal.runtime;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.model.PodInfo;

/**
 * What every PreBind plugin of a binding cycle is called with.
 *
 * @param state the cycle's state
 * @param pod the assumed pod
 * @param nodeName its node
 * @param cancellation fires when the pod is preempted or deleted meanwhile
 */
public record BindingCall(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {}
