package io.berth.plugins.defaultbinder;

import io.berth.framework.BindPlugin;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Binds the pod through the cluster's binding subresource; exactly this pod, not another one that has its name by now.
 *
 * <p>Source: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go, v1.37.2.
 */
public final class DefaultBinder implements BindPlugin {
  /** The plugin's name. */
  public static final String NAME = "DefaultBinder";

  private final Handle handle;

  /** Made by the profile's factory. */
  public DefaultBinder(Handle handle) {
    this.handle = handle;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
    ObjectRef<Pod> reference = new ObjectRef<>(ResourceKind.PODS, pod.namespace(), pod.name(), pod.uid());
    return handle.writes().bind(reference, nodeName).thenApply(DefaultBinder::status);
  }

  /** Whatever went wrong is an error in the cluster's words. */
  private static Status status(WriteOutcome<Pod> outcome) {
    if (outcome.isDone()) {
      return Status.SUCCESS;
    }
    Throwable cause = outcome instanceof WriteOutcome.Failed<Pod> failed ? failed.cause() : null;
    return error(outcome.describe(), cause);
  }

  private static Status error(String message, @Nullable Throwable cause) {
    return new Status(Code.ERROR, List.of(message), NAME, cause);
  }
}
