package io.berth.scheduler.internal.cycle;

import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.internal.runtime.SchedulingThread;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
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

  /** The last patch of a pod: its outcome, the version of the pod that it was made from, and the nomination after it. */
  private static final class Written {
    final CompletionStage<WriteOutcome<Pod>> stage;
    final @Nullable String version;
    final String nomination;
    boolean complete;

    Written(CompletionStage<WriteOutcome<Pod>> stage, @Nullable String version, String nomination) {
      this.stage = stage;
      this.version = version;
      this.nomination = nomination;
    }
  }

  PodPatches(ClusterWrites cluster, SchedulingThread thread) {
    this.cluster = cluster;
    this.thread = thread;
  }

  void write(PodInfo pod, PodStatusPatch patch) {
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, pod.pod());
    Written before = last.get(pod.uid());
    CompletionStage<WriteOutcome<Pod>> stage =
        before == null || before.complete
            ? cluster.patchPodStatus(ref, patch)
            : before.stage.thenCompose(outcome -> cluster.patchPodStatus(ref, patch));
    String nomination = patch.nominatedNodeName() == null ? nomination(pod) : patch.nominatedNodeName();
    Written written = new Written(stage, version(pod), nomination);
    last.put(pod.uid(), written);
    thread.whenDone(stage, (outcome, thrown) -> complete(pod, written, outcome));
  }

  private void complete(PodInfo pod, Written written, @Nullable WriteOutcome<Pod> outcome) {
    written.complete = true;
    if (outcome != null && outcome.isDone()) {
      return;
    }
    last.remove(pod.uid(), written);
    if (outcome instanceof WriteOutcome.NotFound) {
      LOG.debug("pod {} is gone", pod.key());
    } else {
      LOG.warn("the status of pod {} was not updated: {}", pod.key(), outcome == null ? "no outcome" : outcome.describe());
    }
  }

  /** The node that the pod is nominated to in the cluster, as far as is known. */
  String nomination(PodInfo pod) {
    Written written = last.get(pod.uid());
    if (written == null) {
      return pod.nominatedNodeName();
    }
    if (written.complete && !Objects.equals(written.version, version(pod))) {
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
