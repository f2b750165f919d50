package io.berth.scheduler.internal.cache;

import io.berth.framework.model.PodInfo;

/**
 * A pod that occupies a node.
 *
 * @param pod the pod, with its node's name
 * @param assumed whether it is on the node by the scheduler's decision only, which the cluster has not confirmed yet
 */
public record CachedPod(PodInfo pod, boolean assumed) {}
