package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.postFilter;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeChanges;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.scheduler.fake.SchedulerHarness;
import io.berth.testkit.PodFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Filter is not asked again about nodes that have not changed. */
class KnownRejectionsScenarioTest {
  private static final Duration LONG = Duration.ofSeconds(15);

  private final List<String> asked = new ArrayList<>();
  private @Nullable NodeChanges changes;
  private @Nullable String broken;
  private String nominateTo = "";

  /** Room for CPU. */
  private final class Cpu implements FilterPlugin, EnqueueExtensions {
    @Override
    public String name() {
      return "Cpu";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      asked.add(pod.name() + ">" + node.name());
      long free = node.allocatable().get(ResourceName.CPU) - node.requested(ResourceName.CPU);
      return cpu(pod) > free ? Status.unschedulable("Insufficient cpu of " + node.name()) : Status.SUCCESS;
    }

    private static long cpu(PodInfo pod) {
      return pod.resources().incoming().get(ResourceName.CPU);
    }

    @Override
    public @Nullable Object filterSignature(CycleState state, PodInfo pod) {
      if (broken != null) {
        throw new IllegalStateException(broken);
      }
      return cpu(pod);
    }

    @Override
    public List<ClusterEventWithHint<?>> eventsToRegister() {
      return List.of(
          ClusterEventWithHint.of(EventResource.NODE, ActionType.ALL),
          ClusterEventWithHint.of(EventResource.ASSIGNED_POD, ActionType.ALL));
    }
  }

  private final SchedulerHarness harness =
      new SchedulerHarness(
          profile("default-scheduler")
              .enable("Cpu", handle -> {
                changes = handle.nodeChanges();
                return new Cpu();
              })
              .enable("Nominator", handle -> postFilter("Nominator", (pod, cancellation) -> now(
                  nominateTo.isEmpty() ? PostFilterResult.unschedulable() : PostFilterResult.nominate(nominateTo))))
              .build());

  private static PodFixture big(String name) {
    return pod(name).cpu("4");
  }

  private List<String> asked() {
    List<String> all = List.copyOf(asked);
    asked.clear();
    return all;
  }

  private void threeNodes() {
    harness.given(node("n1").cpu("1").obj(), node("n2").cpu("2").obj(), node("n3").cpu("3").obj());
  }

  @Test
  void aPodOfTheSameKindIsTurnedDownForTheSameReasonsWithoutAQuestion() {
    threeNodes();
    harness.given(big("first").obj());
    assertThat(asked()).hasSize(3);

    harness.given(big("second").obj());

    assertThat(asked()).isEmpty();
    assertThat(harness.cluster.conditionMessage("second"))
        .isEqualTo(harness.cluster.conditionMessage("first"))
        .contains("1 Insufficient cpu of n1", "1 Insufficient cpu of n2", "1 Insufficient cpu of n3");
  }

  @Test
  void aNodeThatHasChangedIsAskedAboutAgain() {
    threeNodes();
    harness.given(big("first").obj());
    asked();

    harness.given(node("n2").cpu("3").obj()).advance(LONG);
    assertThat(asked()).containsExactly("first>n2");
    harness.given(pod("small").cpu("1").on("n3").obj()).advance(LONG);
    assertThat(asked()).containsExactly("first>n3");
    harness.given(node("n1").cpu("8").obj()).advance(LONG);
    assertThat(asked()).containsExactly("first>n1");
    assertThat(harness.nodeOf("first")).isEqualTo("n1");
  }

  @Test
  void anotherNodeChangesThePlacesOfAll() {
    threeNodes();
    harness.given(big("first").obj());
    asked();

    harness.given(node("n4").cpu("1").obj()).advance(LONG);
    assertThat(asked()).hasSize(4);
    harness.given(big("second").obj());
    assertThat(asked()).isEmpty();
  }

  @Test
  void podsOfAnotherKindOrPriorityAreAskedForThemselves() {
    threeNodes();
    harness.given(big("first").obj());
    asked();

    harness.given(pod("larger").cpu("5").obj());
    assertThat(asked()).hasSize(3);
    harness.given(big("important").priority(1).obj());
    assertThat(asked()).hasSize(3);
  }

  @Test
  void whatCanBePlacedLeavesNothingBehind() {
    threeNodes();
    harness.given(pod("small").cpu("3").obj());
    asked();

    harness.given(pod("next").cpu("3").obj());
    assertThat(asked()).hasSize(3);
  }

  @Test
  void aNodeWithOtherNominatedPodsIsAskedAboutAgain() {
    threeNodes();
    harness.given(big("first").obj());
    nominateTo = "n2";
    harness.given(big("nominated").obj());
    asked();
    nominateTo = "";

    harness.given(big("second").obj());
    assertThat(asked()).as("beside the nominated pod, which is enough").containsExactly("second>n2");
    harness.given(big("third").obj());
    assertThat(asked()).isEmpty();
  }

  @Test
  void aPodThatIsNominatedItselfIsAskedAboutThere() {
    threeNodes();
    nominateTo = "n2";
    harness.given(big("first").obj());
    nominateTo = "";
    harness.given(big("second").obj());
    asked();

    harness.given(pod("small").cpu("1").on("n3").obj()).advance(LONG);

    assertThat(asked()).as("its own node first, and again in its turn").contains("first>n2", "first>n3").doesNotContain("first>n1");
  }

  @Test
  void aNodeThatAPluginTellsAChangeOfIsAskedAboutAgain() {
    threeNodes();
    harness.given(big("first").obj());
    asked();

    Objects.requireNonNull(changes).changed("n1");
    harness.given(big("second").obj());
    assertThat(asked()).containsExactly("second>n1");
    changes.changed("no such node");
    harness.given(big("third").obj());
    assertThat(asked()).isEmpty();
    changes.allChanged();
    harness.given(big("fourth").obj());
    assertThat(asked()).hasSize(3);
  }

  @Test
  void nothingIsRememberedWhereAPluginFailsToSay() {
    threeNodes();
    broken = "no idea";
    harness.given(big("first").obj());
    harness.given(big("second").obj());

    assertThat(asked()).hasSize(6);
  }
}
