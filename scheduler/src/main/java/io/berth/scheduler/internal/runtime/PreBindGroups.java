package io.berth.scheduler.internal.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Forms groups of neighbouring PreBind plugins that may run beside each other. A plugin that does not allow it breaks the group, even
 * when it is skipped itself.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (getPreBindPluginGroups), v1.37.2.
 */
final class PreBindGroups {
  private final List<int[]> groups = new ArrayList<>();
  private final List<Integer> open = new ArrayList<>();

  /** The plugin is to be run. */
  void run(int index, boolean allowParallel) {
    if (allowParallel) {
      open.add(index);
    } else {
      close();
      groups.add(new int[] {index});
    }
  }

  /** A plugin is left out. */
  void skip(boolean allowParallel) {
    if (!allowParallel) {
      close();
    }
  }

  List<int[]> toList() {
    close();
    return List.copyOf(groups);
  }

  private void close() {
    if (!open.isEmpty()) {
      groups.add(open.stream().mapToInt(Integer::intValue).toArray());
      open.clear();
    }
  }
}
