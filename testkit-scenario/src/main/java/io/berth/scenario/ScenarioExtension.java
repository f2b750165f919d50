package io.berth.scenario;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Tells with a failing test the seed and what happened in the world that was looked at last, whatever made the test fail; as a suppressed
 * exception, so that it stands in every report. {@code -Dberth.seed=N} runs scenarios with that seed.
 *
 * <pre>{@code
 * @ExtendWith(ScenarioExtension.class)
 * class MyPluginScenarioTest { ... }
 * }</pre>
 */
public final class ScenarioExtension implements BeforeEachCallback, AfterEachCallback, TestExecutionExceptionHandler {
  private static final ThreadLocal<@Nullable List<Opened>> WORLDS = new ThreadLocal<>();

  private record Opened(World world, String order) {}

  /** Told with a test that failed. */
  private static final class WhatHappened extends Exception {
    private static final long serialVersionUID = 1L;

    WhatHappened(String message) {
      super(message, null, false, false);
    }

    @Override
    public String toString() {
      return getMessage();
    }
  }

  /** A scenario has made a world on this thread. */
  static void opened(World world, String order) {
    List<Opened> worlds = WORLDS.get();
    if (worlds != null) {
      worlds.add(new Opened(world, order));
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    WORLDS.set(new ArrayList<>());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    WORLDS.remove();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
    List<Opened> worlds = WORLDS.get();
    if (worlds != null && !worlds.isEmpty()) {
      Opened last = worlds.get(worlds.size() - 1);
      failure.addSuppressed(
          new WhatHappened(
              "seed " + last.world.seed() + ", " + last.order + "; what happened:\n" + last.world.story()));
    }
    throw failure;
  }
}
