package io.berth.conformance.dra;

import io.berth.scenario.Stage;
import io.berth.simulator.controllers.ResourceClaimController;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The claim controller of a scenario: it may be stopped, go on, be slow, or be replaced. One for all runs of the scenario. */
final class ClaimControllerSwitch {
  private @Nullable ResourceClaimController controller;

  /** A controller starts, which knows nothing of an earlier one. */
  void start(Stage stage) {
    startSlow(stage, Duration.ZERO);
  }

  /** As above; it looks at each change so much later. */
  void startSlow(Stage stage, Duration delay) {
    var time = stage.world().time();
    controller = new ResourceClaimController(stage.cluster(), time, time.executor(), delay);
    controller.start();
  }

  /** It does nothing until it is {@linkplain #resume resumed}, or another one starts. */
  void stop(Stage stage) {
    Objects.requireNonNull(controller, "no controller runs").stop();
  }

  void resume(Stage stage) {
    Objects.requireNonNull(controller, "no controller was started").start();
  }

  /** It ends, and another one starts at once. */
  void replace(Stage stage) {
    if (controller != null) {
      controller.stop();
    }
    start(stage);
  }
}
