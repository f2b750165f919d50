package io.berth.conformance;

import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.model.PodInfo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Holds each failing cycle open until the test lets it end; so a pod stays in flight while other things happen. */
final class HeldPostFilter implements PostFilterPlugin {

  static final String NAME = "HeldPostFilter";

  private final Deque<CompletableFuture<PostFilterResult>> held = new ArrayDeque<>();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<PostFilterResult> postFilter(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
    var stage = new CompletableFuture<PostFilterResult>();
    held.add(stage);
    return stage;
  }

  /** Ends the cycle that is held: the pod could not be helped. */
  void letGo() {
    held.remove().complete(PostFilterResult.unschedulable());
  }
}
