package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.SchedulerHarness;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of a resource that plugins alone know of. */
class PublishedEventsScenarioTest {
  private static final EventResource<String> LEASES = EventResource.published("Lender/Lease", String.class);

  private final List<Lender> lenders = new ArrayList<>();

  private SchedulerHarness harness(EventResource<?> resource) {
    return new SchedulerHarness(
        profile("default-scheduler")
            .enable("Cpu", handle -> cpuFilter("Cpu"))
            .enable(
                "Lender",
                handle -> {
                  Lender lender = new Lender(handle, resource);
                  lenders.add(lender);
                  return lender;
                })
            .build());
  }

  @Test
  void theHintOfAPluginsOwnResourceDecidesWhoIsTriedAgain() {
    SchedulerHarness harness = harness(LEASES);
    harness.given(node("n1").cpu("2").obj(), pod("a").cpu("1").obj(), pod("b").cpu("1").obj());
    assertThat(harness.cluster.conditionMessage("a")).isEqualTo("0/1 nodes are available: 1 lent to somebody else.");

    lenders.get(0).free = true;
    harness.time.execute(() -> lenders.get(0).publish("b"));
    harness.advance(Duration.ofSeconds(2));

    assertThat(harness.nodeOf("b")).isEqualTo("n1");
    assertThat(harness.nodeOf("a")).isEmpty();
  }

  @Test
  void nothingIsWatchedForIt() {
    assertThat(harness(LEASES).cluster.watched()).containsExactly("nodes", "pods", "services");
  }

  @Test
  void aResourceOfPodsIsAPluginsOwnToo() {
    EventResource<PodInfo> pods = EventResource.published("Lender/Borrower", PodInfo.class);

    assertThat(pods.isPod()).isFalse();
    assertThat(pods.matches(EventResource.POD)).isFalse();
    assertThat(pods.matches(EventResource.WILDCARD)).isTrue();
    assertThat(harness(pods).cluster.watched()).containsExactly("nodes", "pods", "services");
  }

  @Test
  void itsNameIsNotThatOfAWatchedResource() {
    assertThatThrownBy(() -> harness(EventResource.published("Node", String.class)))
        .hasMessage("a plugin's own resource must not have the name of a watched one, Node");
    assertThatThrownBy(() -> harness(EventResource.published("Service", Service.class)))
        .hasMessage("a plugin's own resource must not have the name of a watched one, Service");
  }

  @Test
  void whoeverForgetsThatNothingBacksItIsTold() {
    assertThatThrownBy(() -> harness(new EventResource<>("Lender/Lease", String.class)))
        .hasMessageContaining("about no kind of object that can be watched; if plugins alone raise them, make the resource with EventResource.published");
  }

  /** Lets nobody in until it is free; an event names the pod that it is about. */
  private static final class Lender implements FilterPlugin, EnqueueExtensions {
    private final Handle handle;
    private final EventResource<?> resource;
    private boolean free;

    Lender(Handle handle, EventResource<?> resource) {
      this.handle = handle;
      this.resource = resource;
    }

    void publish(String about) {
      handle.events().publish(ClusterEvent.of(LEASES, ActionType.UPDATE), null, about);
    }

    @Override
    public String name() {
      return "Lender";
    }

    @Override
    public List<ClusterEventWithHint<?>> eventsToRegister() {
      return List.of(ClusterEventWithHint.of(ResourceKind.SERVICES.events(), ActionType.ADD), registered());
    }

    private ClusterEventWithHint<?> registered() {
      return resource == LEASES
          ? ClusterEventWithHint.of(
              LEASES, ActionType.UPDATE, (pod, before, after) -> pod.name().equals(after) ? QueueingHint.QUEUE : QueueingHint.QUEUE_SKIP)
          : ClusterEventWithHint.of(resource, ActionType.UPDATE);
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      return free ? Status.SUCCESS : Status.unschedulable("lent to somebody else");
    }
  }
}
