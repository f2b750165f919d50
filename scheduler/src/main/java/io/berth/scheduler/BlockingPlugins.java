package io.berth.scheduler;

import io.berth.framework.BindPlugin;
import io.berth.framework.Cancellation;
import io.berth.framework.CycleState;
import io.berth.framework.NodeToStatus;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreFlightDecision;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Makes plugins of calls that block: they run on the executor for such work ({@code handle.workExecutor()}), and the scheduler's own
 * thread goes on.
 *
 * <p>A blocking call must not use what belongs to the scheduler's own thread (see {@link io.berth.framework.Handle}). What it throws is
 * an error in the plugin's name. Where there is a cancellation, it interrupts the call.
 */
public final class BlockingPlugins {
  private BlockingPlugins() {}

  /** Binds, and waits until that is done. */
  @FunctionalInterface
  public interface Bind {
    /** As {@link BindPlugin#bind}. */
    Status bind(CycleState state, PodInfo pod, String nodeName) throws Exception;
  }

  /** Prepares the binding, and waits until that is done. */
  @FunctionalInterface
  public interface PreBind {
    /** As {@link PreBindPlugin#preBind}. */
    Status preBind(CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) throws Exception;
  }

  /** Makes room, and waits until it knows whether that works. */
  @FunctionalInterface
  public interface PostFilter {
    /** As {@link PostFilterPlugin#postFilter}. */
    PostFilterResult postFilter(CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation)
        throws Exception;
  }

  /** A Bind plugin. */
  public static BindPlugin bind(String name, Executor executor, Bind call) {
    return new BindPlugin() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public CompletionStage<Status> bind(CycleState state, PodInfo pod, String nodeName) {
        return BlockingCall.start(executor, Cancellation.NEVER, () -> call.bind(state, pod, nodeName));
      }
    };
  }

  /** A PreBind plugin that has work to do for every pod, and runs beside no other. */
  public static PreBindPlugin preBind(String name, Executor executor, PreBind call) {
    return new PreBindPlugin() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public PreFlightDecision preBindPreFlight(CycleState state, PodInfo pod, String nodeName) {
        return new PreFlightDecision.Run(false);
      }

      @Override
      public CompletionStage<Status> preBind(
          CycleState state, PodInfo pod, String nodeName, Cancellation cancellation) {
        return BlockingCall.start(executor, cancellation, () -> call.preBind(state, pod, nodeName, cancellation));
      }
    };
  }

  /** A PostFilter plugin. */
  public static PostFilterPlugin postFilter(String name, Executor executor, PostFilter call) {
    return new PostFilterPlugin() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public CompletionStage<PostFilterResult> postFilter(
          CycleState state, PodInfo pod, NodeToStatus statuses, Cancellation cancellation) {
        return BlockingCall.start(executor, cancellation, () -> call.postFilter(state, pod, statuses, cancellation));
      }
    };
  }
}
