package io.berth.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Keeps calls about one object in order: each leaves when the one before it has its answer. Otherwise the word that a pod fits nowhere
 * could arrive after the pod's binding, since each call has a connection of its own. Thread-safe.
 */
final class ObjectOrder {
  /** The last call about each object, until it has its answer. */
  private final ConcurrentMap<String, CompletableFuture<?>> last = new ConcurrentHashMap<>();

  /**
   * Begins the call now, or after those that were asked for before.
   *
   * @param object names the object
   * @param call never fails, as its stage never completes exceptionally
   */
  <T> CompletionStage<T> after(String object, Supplier<CompletionStage<T>> call) {
    CompletableFuture<T> mine = new CompletableFuture<>();
    CompletableFuture<?> before = last.put(object, mine);
    if (before == null) {
      begin(object, call, mine);
    } else {
      before.thenRun(() -> begin(object, call, mine));
    }
    return mine;
  }

  private <T> void begin(String object, Supplier<CompletionStage<T>> call, CompletableFuture<T> mine) {
    call.get()
        .thenAccept(
            answer -> {
              last.remove(object, mine);
              mine.complete(answer);
            });
  }

  /** How many objects have calls that wait for their answers. */
  int size() {
    return last.size();
  }
}
