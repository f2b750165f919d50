package io.berth.scheduler.internal.cycle;

import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import java.util.List;

/**
 * What the look for nodes came to.
 *
 * @param status success, or the error that ended it
 * @param feasible the nodes that fit, as many as were wanted
 * @param diagnosis why the others do not
 */
record NodeSearch(Status status, List<NodeInfo> feasible, Diagnosis diagnosis) {}
