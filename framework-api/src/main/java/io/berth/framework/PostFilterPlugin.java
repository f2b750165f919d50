package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.concurrent.CompletionStage;

/**
 * Runs when no node fits, to make room or to ask somebody who can.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface PostFilterPlugin extends Plugin {
  /**
   * Called when the cycle failed at PreFilter or Filter because the pod was rejected (not on an error). Must not block. While the
   * stage is incomplete the cycle is occupied: no other cycle starts, but events are handled and binding goes on.
   *
   * @param cancellation fires when the result is no longer wanted; the plugin then completes soon, with whatever it has
   * @return completes on any thread
   */
  CompletionStage<PostFilterResult> postFilter(
      CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation);
}
