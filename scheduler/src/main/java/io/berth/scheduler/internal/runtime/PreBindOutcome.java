package io.berth.scheduler.internal.runtime;

import io.berth.framework.Status;
import java.util.List;

/**
 * What the PreBind plugins said before PreBind.
 *
 * @param status success when a plugin has work to do, skip when none has, an error
 * @param groups indexes of the plugins to run, group after group, those of one group beside each other
 */
public record PreBindOutcome(Status status, List<int[]> groups) {}
