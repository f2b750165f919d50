package io.berth.scheduler.internal.cycle;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.runtime.SchedulingThread;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Patches of pods' statuses, one after the other for each pod, so that a later one is not overtaken. Remembers the nomination that was
 * written until its echo has come, so that it can be taken back before. Owned by the scheduler's own thread.
 */
final class PodPatches {
  private static final Logger LOG = LoggerFactory.getLogger(PodPatches.class);

  private final ClusterWrites cluster;
  private final SchedulingThread thread;
  private final Map<String, Written> last = new HashMap<>();

  /** The last patch of a pod: its outcome until that has come, the version of the pod that it was made from, the nomination after it. */
  private static final class Written {
    final @Nullable String version;
    final String nomination;
    final List<Runnable> waiting = new ArrayList<>();
    @Nullable CompletionStage<WriteOutcome<Pod>> open;

    Written(@Nullable String version, String nomination, CompletionStage<WriteOutcome<Pod>> open) {
      this.version = version;
      this.nomination = nomination;
      this.open = open;
    }
  }

  PodPatches(ClusterWrites cluster, SchedulingThread thread) {
    this.cluster = cluster;
    this.thread = thread;
  }

  void write(PodInfo pod, PodStatusPatch patch) {
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, pod.pod());
    String nominated = patch.nominatedNodeName();
    String nomination = nominated == null ? nomination(pod) : nominated;
    Written before = last.get(pod.uid());
    CompletionStage<WriteOutcome<Pod>> stage =
        before == null || before.open == null
            ? cluster.patchPodStatus(ref, patch)
            : before.open.thenCompose(outcome -> cluster.patchPodStatus(ref, patch));
    Written written = new Written(version(pod), nomination, stage);
    last.put(pod.uid(), written);
    boolean echoMatters = nominated != null || before != null;
    thread.whenDone(stage, (outcome, thrown) -> complete(pod, written, echoMatters, outcome));
  }

  private void complete(PodInfo pod, Written written, boolean echoMatters, @Nullable WriteOutcome<Pod> outcome) {
    written.open = null;
    boolean done = outcome != null && outcome.isDone();
    if (!done || !echoMatters) {
      last.remove(pod.uid(), written);
    }
    if (outcome instanceof WriteOutcome.NotFound) {
      LOG.debug("pod {} is gone", pod.key());
    } else if (!done) {
      LOG.warn("the status of pod {} was not updated: {}", pod.key(), outcome == null ? "no outcome" : outcome.describe());
    }
    written.waiting.forEach(task -> whenWritten(pod.uid(), task));
  }

  /** Runs the task when no patch of the pod is under way: before this method returns, or when the last one has its outcome. */
  void whenWritten(String uid, Runnable task) {
    Written written = last.get(uid);
    if (written == null || written.open == null) {
      task.run();
    } else {
      written.waiting.add(task);
    }
  }

  /** The node that the pod is nominated to in the cluster, as far as is known. */
  String nomination(PodInfo pod) {
    Written written = last.get(pod.uid());
    if (written == null) {
      return pod.nominatedNodeName();
    }
    if (written.open == null && !Objects.equals(written.version, version(pod))) {
      last.remove(pod.uid());
      return pod.nominatedNodeName();
    }
    return written.nomination;
  }

  /** The pod needs no patches any more. */
  void forget(String uid) {
    last.remove(uid);
  }

  private static @Nullable String version(PodInfo pod) {
    return pod.pod().getMetadata().getResourceVersion();
  }
}
