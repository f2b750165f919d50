package io.berth.dynamicresources.slices;

import java.util.ArrayList;
import java.util.List;

/**
 * Which compatibility groups the devices on one counter set have in common. A device without groups goes with others without
 * groups, and with no others. Immutable.
 *
 * <p>Source: structured/internal/experimental/compatibility_groups.go, v1.37.2.
 */
final class GroupState {

  private enum Members {
    NONE,
    WITHOUT_GROUPS,
    WITH_GROUPS
  }

  /** No device is on the counter set. */
  static final GroupState NOBODY = new GroupState(Members.NONE, List.of());

  private final Members members;
  private final List<String> common;

  private GroupState(Members members, List<String> common) {
    this.members = members;
    this.common = common;
  }

  /** Whether a device of these groups goes with those that are there. */
  boolean admits(List<String> groups) {
    return switch (members) {
      case NONE -> true;
      case WITHOUT_GROUPS -> groups.isEmpty();
      case WITH_GROUPS -> groups.stream().anyMatch(common::contains);
    };
  }

  /** One device more, whether it goes with the others or not. */
  GroupState with(List<String> groups) {
    if (members == Members.NONE) {
      return new GroupState(groups.isEmpty() ? Members.WITHOUT_GROUPS : Members.WITH_GROUPS, List.copyOf(groups));
    }
    if (members == Members.WITHOUT_GROUPS || groups.isEmpty()) {
      return this;
    }
    List<String> both = new ArrayList<>(common);
    both.retainAll(groups);
    return new GroupState(Members.WITH_GROUPS, List.copyOf(both));
  }
}
