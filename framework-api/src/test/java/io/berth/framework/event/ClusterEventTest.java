package io.berth.framework.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClusterEventTest {
  @Test
  void hasUpstreamsLabel() {
    assertThat(ClusterEvent.of(EventResource.NODE, ActionType.UPDATE_NODE_LABEL).label()).isEqualTo("NodeUpdateNodeLabel");
    assertThat(ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.DELETE)).hasToString("AssignedPodDelete");
    assertThat(ActionType.UPDATE).hasToString("Update");
    assertThat(ActionType.ALL).hasToString("All");
  }

  @Test
  void matchesWhoRegisteredTheSameResourceAndOneOfTheActions() {
    ClusterEvent<?> happened = ClusterEvent.of(EventResource.NODE, ActionType.UPDATE_NODE_TAINT);
    assertThat(happened.matches(ClusterEvent.of(EventResource.NODE, ActionType.ADD.or(ActionType.UPDATE_NODE_TAINT)))).isTrue();
    assertThat(happened.matches(ClusterEvent.of(EventResource.NODE, ActionType.UPDATE))).isTrue();
    assertThat(happened.matches(ClusterEvent.of(EventResource.NODE, ActionType.ADD))).isFalse();
    assertThat(happened.matches(ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.ALL))).isFalse();
    assertThat(happened.matches(ClusterEvent.WILDCARD)).isTrue();
  }

  @Test
  void whoRegisteredAnyPodHearsOfEachKindOfPod() {
    ClusterEvent<?> happened = ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE_POD_LABEL);
    assertThat(happened.matches(ClusterEvent.of(EventResource.POD, ActionType.UPDATE))).isTrue();
    assertThat(happened.matches(ClusterEvent.of(EventResource.ASSIGNED_POD, ActionType.UPDATE))).isFalse();
  }

  @Test
  void anUpdateOfNothingInParticularConcernsOnlyThoseWhoRegisteredAllUpdates() {
    ClusterEvent<?> happened = ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE);
    assertThat(happened.matches(ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE))).isTrue();
    assertThat(happened.matches(ClusterEvent.of(EventResource.TARGET_POD, ActionType.UPDATE_POD_LABEL))).isFalse();
  }

  @Test
  void updateIsEverythingButAddAndDelete() {
    assertThat(ActionType.ALL.contains(ActionType.UPDATE)).isTrue();
    assertThat(ActionType.UPDATE.intersects(ActionType.ADD.or(ActionType.DELETE))).isFalse();
    assertThat(ActionType.UPDATE.basicActions()).hasSize(13);
  }
}
