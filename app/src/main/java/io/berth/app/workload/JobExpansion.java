package io.berth.app.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs: the pods that run at the same time. Those that would follow when a pod has succeeded are not created, since here none ends.
 *
 * <p>Source: pkg/controller/job/job_controller.go, v1.37.2.
 */
final class JobExpansion {

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  private final OwnedPods owned;
  private final PodMaker maker;

  JobExpansion(OwnedPods owned, PodMaker maker) {
    this.owned = owned;
    this.maker = maker;
  }

  List<HasMetadata> expand(Job job) {
    JobSpec spec = job.getSpec();
    if (Boolean.TRUE.equals(spec.getSuspend()) || isFinished(job.getStatus())) {
      return List.of();
    }
    List<Pod> existing = owned.of(job);
    int active = (int) existing.stream().filter(Owners::isActive).count();
    int missing = Math.max(0, wanted(job, existing) - active);
    if (!maker.mayMake(missing)) {
      return List.of();
    }
    boolean indexed = "Indexed".equals(spec.getCompletionMode());
    Set<String> indexes = indexesOf(existing);
    int index = 0;
    var pods = new ArrayList<HasMetadata>();
    for (int i = 0; i < missing; i++) {
      while (indexed && indexes.contains(Integer.toString(index))) {
        index++;
      }
      pods.add(pod(job, indexed ? index++ : null));
    }
    return pods;
  }

  private static int wanted(Job job, List<Pod> existing) {
    JobSpec spec = job.getSpec();
    int parallelism = spec.getParallelism() == null ? 1 : spec.getParallelism();
    int succeeded = succeeded(job.getStatus(), existing);
    if (spec.getCompletions() == null) {
      return succeeded > 0 ? 0 : parallelism;
    }
    return Math.min(parallelism, Math.max(0, spec.getCompletions() - succeeded));
  }

  private static int succeeded(@Nullable JobStatus status, List<Pod> existing) {
    int reported = status == null || status.getSucceeded() == null ? 0 : status.getSucceeded();
    long seen = existing.stream().filter(p -> p.getStatus() != null && "Succeeded".equals(p.getStatus().getPhase())).count();
    return (int) Math.max(reported, seen);
  }

  private static boolean isFinished(@Nullable JobStatus status) {
    return status != null
        && status.getConditions().stream()
            .anyMatch(c -> "True".equals(c.getStatus()) && ("Complete".equals(c.getType()) || "Failed".equals(c.getType())));
  }

  /** The indexes that run or have succeeded; a failed one is tried again. */
  private static Set<String> indexesOf(List<Pod> pods) {
    var indexes = new HashSet<String>();
    for (Pod pod : pods) {
      boolean succeeded = pod.getStatus() != null && "Succeeded".equals(pod.getStatus().getPhase());
      if ((succeeded || Owners.isActive(pod)) && pod.getMetadata().getLabels() != null) {
        indexes.add(String.valueOf(pod.getMetadata().getLabels().get(INDEX)));
      }
    }
    return indexes;
  }

  private Pod pod(Job job, @Nullable Integer index) {
    String jobName = job.getMetadata().getName();
    String prefix = index == null ? jobName + "-" : jobName + "-" + index + "-";
    var labels = new LinkedHashMap<String, String>();
    labels.put("batch.kubernetes.io/controller-uid", Owners.uid(job));
    labels.put("batch.kubernetes.io/job-name", jobName);
    labels.put("controller-uid", Owners.uid(job));
    labels.put("job-name", jobName);
    if (index != null) {
      labels.put(INDEX, index.toString());
    }
    var template = job.getSpec().getTemplate();
    return PodMaker.pod(job, maker.freeName(job.getMetadata().getNamespace(), prefix), template, labels, template.getSpec());
  }
}
