package io.berth.framework.model;

import io.berth.framework.resource.Resources;

/**
 * One operation of a {@link NodeInfo.Edit}, and what the node said before it.
 *
 * @param pod the pod that came or went
 * @param at where it was in the list of pods before it went; -1 if it came
 * @param atAffinity where it was among the pods with affinity; -1 if it was not
 * @param atAntiAffinity where it was among the pods with required anti-affinity; -1 if it was not
 */
record EditStep(
    PodInfo pod,
    int at,
    int atAffinity,
    int atAntiAffinity,
    HostPortInfo ports,
    Resources requested,
    long milliCpu,
    long memory,
    long generation) {}
