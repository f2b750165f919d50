package io.berth.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class ObjectOrderTest {
  private final ObjectOrder order = new ObjectOrder();
  private final List<String> begun = new ArrayList<>();

  @Test
  void aCallLeavesWhenTheOneBeforeItHasItsAnswer() {
    CompletableFuture<String> patch = new CompletableFuture<>();
    CompletableFuture<String> bind = new CompletableFuture<>();

    order.after("pods/a", () -> begin("patch", patch));
    CompletionStage<String> bound = order.after("pods/a", () -> begin("bind", bind));
    assertThat(begun).containsExactly("patch");

    patch.complete("patched");
    assertThat(begun).containsExactly("patch", "bind");
    assertThat(bound.toCompletableFuture()).isNotDone();

    bind.complete("bound");
    assertThat(bound.toCompletableFuture()).isCompletedWithValue("bound");
  }

  @Test
  void callsAboutDifferentObjectsDoNotWaitForEachOther() {
    order.after("pods/a", () -> begin("a", new CompletableFuture<String>()));
    order.after("pods/b", () -> begin("b", new CompletableFuture<String>()));

    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void whatHasItsAnswerIsForgotten() {
    CompletableFuture<String> first = new CompletableFuture<>();
    order.after("pods/a", () -> begin("first", first));
    order.after("pods/a", () -> begin("second", CompletableFuture.completedFuture("done")));
    assertThat(order.size()).isEqualTo(1);

    first.complete("done");

    assertThat(begun).containsExactly("first", "second");
    assertThat(order.size()).isZero();
  }

  private CompletionStage<String> begin(String name, CompletionStage<String> answer) {
    begun.add(name);
    return answer;
  }
}
