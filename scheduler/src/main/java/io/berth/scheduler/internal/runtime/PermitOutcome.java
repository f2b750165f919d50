package io.berth.scheduler.internal.runtime;

import io.berth.framework.Code;
import io.berth.framework.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the Permit plugins decided together.
 *
 * @param status success, wait, a rejection or an error
 * @param waits how long each plugin is waited for at most, in the order of the plugins
 */
public record PermitOutcome(Status status, Map<String, Duration> waits) {
  static final PermitOutcome ALLOWED = new PermitOutcome(Status.SUCCESS, Map.of());

  static final Status WAITING =
      new Status(Code.WAIT, List.of("one or more plugins asked to wait and no plugin rejected pod"), null, null);
}
