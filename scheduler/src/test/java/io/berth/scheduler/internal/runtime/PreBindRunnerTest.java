package io.berth.scheduler.internal.runtime;

import static io.berth.scheduler.fake.Plugins.now;
import static io.berth.scheduler.fake.Plugins.preBind;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Cancellation;
import io.berth.framework.Code;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PreBindRunnerTest {
  private static final PreFlightDecision ALONE = new PreFlightDecision.Run(false);
  private static final PreFlightDecision PARALLEL = new PreFlightDecision.Run(true);

  private final RunnerFixture fixture = new RunnerFixture();
  private final Map<String, CompletableFuture<Status>> running = new LinkedHashMap<>();
  private final Map<String, Cancellation> cancellations = new LinkedHashMap<>();
  private final List<Status> ended = new ArrayList<>();
  private final CancellationSource cancellation = new CancellationSource();

  private PreBindPlugin slow(String name, PreFlightDecision preFlight) {
    return preBind(name, preFlight, (pod, cancelled) -> {
      CompletableFuture<Status> stage = new CompletableFuture<>();
      running.put(name, stage);
      cancellations.put(name, cancelled);
      return stage;
    });
  }

  private PreBindOutcome start(PreBindPlugin... plugins) {
    ProfileRunner runner = fixture.runner(plugins);
    PreBindOutcome preFlight = runner.runPreBindPreFlights(fixture.state, fixture.pod, "n1");
    BindingCall call = new BindingCall(fixture.state, fixture.pod, "n1", cancellation);
    if (preFlight.status().isSuccess()) {
      runner.runPreBindPlugins(call, preFlight, ended::add);
    }
    return preFlight;
  }

  private void complete(String name, Status status) {
    running.remove(name).complete(status);
    fixture.time.run();
  }

  @Test
  void neighboursThatAllowItRunTogetherAndOthersAlone() {
    start(slow("A", PARALLEL), slow("B", PARALLEL), slow("C", ALONE), slow("D", PARALLEL));
    assertThat(running).containsOnlyKeys("A", "B");

    complete("B", Status.SUCCESS);
    assertThat(running).containsOnlyKeys("A");
    complete("A", Status.SUCCESS);
    assertThat(running).containsOnlyKeys("C");
    complete("C", Status.SUCCESS);
    assertThat(running).containsOnlyKeys("D");
    complete("D", Status.SUCCESS);
    assertThat(ended).containsExactly(Status.SUCCESS);
  }

  @Test
  void aSkippedPluginBreaksAGroupUnlessItAllowsTheGroup() {
    start(
        slow("A", PARALLEL), slow("B", new PreFlightDecision.Skip(true)), slow("C", PARALLEL),
        slow("D", new PreFlightDecision.Skip(false)), slow("E", PARALLEL));

    assertThat(running).containsOnlyKeys("A", "C");
    assertThat(fixture.state.skipPreBindPlugins()).containsExactlyInAnyOrder("B", "D");
  }

  @Test
  void whenAllSkipThereIsNothingToDo() {
    assertThat(start(slow("A", new PreFlightDecision.Skip(true))).status().isSkip()).isTrue();
    assertThat(start().status().isSkip()).isTrue();
  }

  @Test
  void aFailureCancelsTheRestOfTheGroupAndEndsIt() {
    start(slow("A", PARALLEL), slow("B", PARALLEL), slow("C", ALONE));
    complete("A", Status.error("broken"));
    assertThat(cancellations.get("B").reason()).isEqualTo("some other PreBind operation failed");
    assertThat(ended).isEmpty();

    complete("B", Status.error("cancelled"));
    assertThat(running).isEmpty();
    assertThat(ended).singleElement().satisfies(
        status -> assertThat(status.message()).isEqualTo("running PreBind plugin \"A\": broken"));
  }

  @Test
  void aRejectionKeepsItsCodeAndGetsThePluginsName() {
    start(preBind("A", ALONE, (pod, cancelled) -> now(Status.unschedulable("no"))));

    assertThat(ended).containsExactly(Status.unschedulable("no").withPlugin("A"));
  }

  @Test
  void whenThePodIsCancelledItsReasonIsToldInsteadOfThePluginsError() {
    start(slow("A", ALONE));
    cancellation.cancel("preempted");
    assertThat(cancellations.get("A").isCancelled()).isTrue();
    complete("A", Status.error("interrupted"));

    assertThat(ended).singleElement().satisfies(
        status -> assertThat(status.message()).isEqualTo("running PreBind plugin \"A\": preempted"));
  }

  @Test
  void aPluginThatThrowsOrFailsItsStageIsAnErrorInItsName() {
    start(preBind("A", ALONE, (pod, cancelled) -> {
      throw new IllegalStateException("oops");
    }));
    start(slow("B", ALONE));
    running.get("B").completeExceptionally(new IllegalStateException("late oops"));
    fixture.time.run();

    assertThat(ended).extracting(Status::message)
        .containsExactly("running PreBind plugin \"A\": oops", "running PreBind plugin \"B\": late oops");
  }

  @Test
  void aPreFlightThatFailsIsAnErrorWhateverItsCode() {
    PreBindOutcome error = start(slow("A", new PreFlightDecision.Fail(Status.error("broken"))));
    PreBindOutcome rejected = start(slow("A", new PreFlightDecision.Fail(Status.unschedulable("no"))));

    assertThat(error.status().message()).isEqualTo("running PreBindPreFlight \"A\": broken");
    assertThat(rejected.status().code()).isEqualTo(Code.ERROR);
    assertThat(rejected.status().message())
        .isEqualTo(
            "PreBindPreFlight A returned \"Unschedulable\", which is unsupported. "
                + "It is supposed to return Success, Skip, or Error status");
  }
}
