package io.berth.scheduler.internal.runtime;

import io.berth.framework.Status;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the PreFilter plugins decided together.
 *
 * @param status success, a rejection, or an error
 * @param nodes the only nodes to look at, or {@code null} for all
 * @param narrowedBy the plugins that narrowed the nodes down, sorted by name
 */
public record PreFilterOutcome(Status status, @Nullable Set<String> nodes, List<String> narrowedBy) {
  static final PreFilterOutcome ALL_NODES = new PreFilterOutcome(Status.SUCCESS, null, List.of());

  static PreFilterOutcome failed(Status status) {
    return new PreFilterOutcome(status, null, List.of());
  }
}
