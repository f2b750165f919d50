package io.berth.framework;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A pod in the PreBind phase.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PodInPreBind {
  /**
   * Cancels the binding cycle unless binding has begun.
   *
   * @return whether the pod is cancelled now
   */
  boolean cancelPod(String reason);

  /**
   * Completes, on any thread, when the phase is over for the pod. One that has been cancelled gives back in the same task what it holds on
   * its node; until then its PreBind plugins may still have something under way, a request that is not answered yet for instance.
   */
  default CompletionStage<@Nullable Void> over() {
    return CompletableFuture.completedStage(null);
  }
}
