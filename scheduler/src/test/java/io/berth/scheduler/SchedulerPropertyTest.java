package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.cpuFilter;
import static io.berth.scheduler.fake.Plugins.permit;
import static io.berth.scheduler.fake.Plugins.postFilter;
import static io.berth.scheduler.fake.Plugins.preBind;
import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.scheduler.fake.Plugins.reserve;
import static io.berth.scheduler.fake.Plugins.score;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.Handle;
import io.berth.framework.PermitDecision;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.WaitingPod;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.scheduler.fake.SchedulerHarness;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories: pods and nodes come, change and go; bindings fail or are late; plugins make pods wait and think long. The invariants
 * hold after each step, and in the end no pod waits that fits.
 */
class SchedulerPropertyTest {
  private static final int STEPS = 150;

  private final List<Runnable> late = new ArrayList<>();
  private final List<Handle> handles = new ArrayList<>();
  private final List<String> books = new ArrayList<>();
  private Random random = new Random(0);
  private boolean faults = true;
  private int names;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
  void noHistoryBreaksTheInvariantsAndInTheEndNobodyWaitsWhoFits(long seed) {
    random = new Random(seed);
    SchedulerHarness harness = new SchedulerHarness(profileOfSlowPlugins());
    harness.cluster.bindWith((name, nodeName) -> bind(harness, name, nodeName));
    for (int step = 0; step < STEPS; step++) {
      change(harness);
      harness.run();
    }
    faults = false;
    for (String name : harness.cluster.podNames()) {
      if (harness.cluster.pod(name).getMetadata().getDeletionTimestamp() != null) {
        harness.cluster.remove(harness.cluster.pod(name));
      }
    }
    for (int i = 0; i < 30; i++) {
      List.copyOf(late).forEach(Runnable::run);
      late.clear();
      harness.advance(Duration.ofMinutes(1));
    }
    nobodyWaitsWhoFits(harness);
    long reserved = books.stream().filter("reserve Books"::equals).count();
    assertThat(reserved).as("every history binds something").isPositive();
    assertThat(handles.get(0).waitingPods()).isEmpty();
  }

  private Profile profileOfSlowPlugins() {
    return profile("default-scheduler")
        .enable("Cpu", handle -> {
          handles.add(handle);
          return cpuFilter("Cpu");
        })
        .enable("Score", handle -> score("Score", info -> info.pods().size()))
        .enable("Books", handle -> reserve("Books", books, pod -> chance(20) ? Status.unschedulable("taken") : Status.SUCCESS))
        .enable("Permit", handle -> permit("Permit", pod -> chance(8)
            ? new PermitDecision.WaitAtMost(Duration.ofSeconds(1 + random.nextInt(30)))
            : PermitDecision.ALLOW))
        .enable("PreBind", handle -> preBind("PreBind", new PreFlightDecision.Run(true), (pod, cancellation) -> slowly(cancellation)))
        .enable("PostFilter", handle -> postFilter("PostFilter", (pod, cancellation) -> think()))
        .build();
  }

  private boolean chance(int oneIn) {
    return faults && random.nextInt(oneIn) == 0;
  }

  private CompletionStage<Status> slowly(Cancellation cancellation) {
    CompletableFuture<Status> stage = new CompletableFuture<>();
    cancellation.onCancel(() -> stage.complete(Status.error("cancelled")));
    Status answer = chance(10) ? Status.error("broken") : Status.SUCCESS;
    if (chance(3)) {
      late.add(() -> stage.complete(answer));
    } else {
      stage.complete(answer);
    }
    return stage;
  }

  private CompletionStage<PostFilterResult> think() {
    CompletableFuture<PostFilterResult> stage = new CompletableFuture<>();
    PostFilterResult answer =
        chance(4) ? PostFilterResult.nominate("n" + random.nextInt(5)) : PostFilterResult.unschedulable("no");
    if (chance(4)) {
      late.add(() -> stage.complete(answer));
    } else {
      stage.complete(answer);
    }
    return stage;
  }

  private CompletionStage<WriteOutcome<Pod>> bind(SchedulerHarness harness, String name, String nodeName) {
    CompletableFuture<WriteOutcome<Pod>> stage = new CompletableFuture<>();
    boolean reaches = !chance(6);
    boolean answers = !chance(6);
    Runnable write =
        () -> {
          WriteOutcome<Pod> outcome =
              reaches ? harness.cluster.bindNow(name, nodeName) : new WriteOutcome.Conflict<>("too late");
          stage.complete(answers ? outcome : new WriteOutcome.Failed<>("the answer was lost", null));
        };
    if (chance(3)) {
      late.add(write);
    } else {
      write.run();
    }
    return stage;
  }

  private void change(SchedulerHarness harness) {
    String nodeName = "n" + random.nextInt(5);
    switch (random.nextInt(12)) {
      case 0, 1 -> harness.cluster.put(node(nodeName).cpu(Integer.toString(2 + random.nextInt(6))).zone("z" + random.nextInt(2)).obj());
      case 2 -> harness.cluster.remove(node(nodeName).obj());
      case 3, 4, 5 -> {
        String name = "p" + names++;
        harness.cluster.put(pod(name).cpu(Integer.toString(1 + random.nextInt(3))).priority(random.nextInt(3)).obj());
      }
      case 6 -> somePod(harness, pod -> harness.cluster.remove(pod));
      case 7 -> somePod(harness, pod -> harness.cluster.put(
          new PodBuilder(pod).editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata().build()));
      case 8 -> somePod(harness, pod -> harness.cluster.put(
          new PodBuilder(pod).editMetadata().addToLabels("changed", Integer.toString(names)).endMetadata().build()));
      case 9 -> somePod(harness, pod -> again(harness, pod));
      case 10 -> {
        if (!late.isEmpty()) {
          late.remove(random.nextInt(late.size())).run();
        }
        for (WaitingPod waiting : handles.get(0).waitingPods()) {
          if (random.nextBoolean()) {
            waiting.allow("Permit");
          } else {
            waiting.reject("Permit", "not you");
          }
        }
      }
      default -> harness.advance(Duration.ofSeconds(random.nextInt(20)));
    }
  }

  private void somePod(SchedulerHarness harness, Consumer<Pod> change) {
    List<String> all = harness.cluster.podNames();
    if (!all.isEmpty()) {
      change.accept(harness.cluster.pod(all.get(random.nextInt(all.size()))));
    }
  }

  /** An event that comes twice, or a pod that was replaced without a word about the first. */
  private void again(SchedulerHarness harness, Pod pod) {
    EventSink<Pod> sink = harness.cluster.sink(ResourceKind.PODS);
    if (random.nextBoolean() && sink != null) {
      sink.added(pod);
    } else {
      harness.cluster.put(pod(pod.getMetadata().getName()).uid("again" + names++).cpu("1").obj());
    }
  }

  private static void nobodyWaitsWhoFits(SchedulerHarness harness) {
    harness.scheduler().updateSnapshot();
    for (PendingPod waiting : harness.scheduler().queue().pods()) {
      assertThat(waiting.place()).as(waiting.key()).isNotEqualTo(PendingPod.Place.IN_FLIGHT);
      for (NodeInfo info : harness.scheduler().snapshot().nodes()) {
        boolean fits = waiting.pod().resources().incoming().fits(ResourceName.CPU, info.allocatable(), info.requested());
        assertThat(fits && !heldForAnother(harness, waiting)).as("%s fits on %s", waiting, info).isFalse();
      }
    }
  }

  /** Nominations of pods that wait keep room from others, as they should. */
  private static boolean heldForAnother(SchedulerHarness harness, PendingPod waiting) {
    return harness.scheduler().queue().pods().stream()
        .anyMatch(other -> !other.pod().nominatedNodeName().isEmpty() && !other.key().equals(waiting.key()));
  }
}
