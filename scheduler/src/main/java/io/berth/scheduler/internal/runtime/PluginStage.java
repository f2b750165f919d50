package io.berth.scheduler.internal.runtime;

import io.berth.framework.PluginFailedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls plugins that answer by a stage, so that one that throws answers as well. */
final class PluginStage {
  private PluginStage() {}

  /** The plugin's stage, or one that has failed with what the plugin threw, or since it gave none. */
  static <T> CompletionStage<T> call(Supplier<CompletionStage<T>> plugin) {
    try {
      CompletionStage<T> stage = plugin.get();
      return stage == null ? CompletableFuture.failedFuture(new PluginFailedException(PluginFailure.NO_ANSWER)) : stage;
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
