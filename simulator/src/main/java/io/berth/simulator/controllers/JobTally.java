package io.berth.simulator.controllers;

import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many pods of a Job have succeeded and failed: those that have been seen, and what its status said before. */
final class JobTally {
  private final int succeededBefore;
  private final int failedBefore;
  private final Set<String> succeeded = new HashSet<>();
  private final Set<String> failed = new HashSet<>();
  private final Set<String> notFailures = new HashSet<>();
  private boolean first = true;
  private int succeededThen;
  private int failedThen;
  private int failuresInARow;
  private @Nullable Instant lastFailure;

  JobTally(@Nullable JobStatus status) {
    succeededBefore = status == null || status.getSucceeded() == null ? 0 : status.getSucceeded();
    failedBefore = status == null || status.getFailed() == null ? 0 : status.getFailed();
  }

  /** Counts the pods that have not been counted yet. Those that had ended at the first look are part of what the status said. */
  void count(List<Pod> pods, Instant now) {
    for (Pod pod : pods) {
      String uid = pod.getMetadata().getUid();
      if (PodRules.phase(pod).equals("Succeeded")) {
        if (!failed.contains(uid) && succeeded.add(uid) && !first) {
          failuresInARow = 0;
          lastFailure = null;
        }
      } else if (hasFailed(pod) && failed.add(uid) && !first) {
        failuresInARow++;
        lastFailure = now;
      }
    }
    if (first) {
      first = false;
      succeededThen = Math.max(0, succeededBefore - succeeded.size());
      failedThen = Math.max(0, failedBefore - failed.size());
    }
  }

  /** The pod is no failure: nobody needs it any more. */
  void deletedByUs(Pod pod) {
    notFailures.add(pod.getMetadata().getUid());
  }

  private boolean hasFailed(Pod pod) {
    return PodRules.phase(pod).equals("Failed")
        || (PodRules.isTerminating(pod) && !notFailures.contains(pod.getMetadata().getUid()));
  }

  int succeeded() {
    return succeededThen + succeeded.size();
  }

  int failed() {
    return failedThen + failed.size();
  }

  int failuresInARow() {
    return failuresInARow;
  }

  @Nullable Instant lastFailure() {
    return lastFailure;
  }
}
