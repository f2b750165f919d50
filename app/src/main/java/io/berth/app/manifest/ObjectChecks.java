package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse and what nothing behind the reader could live with: no name, no containers, a negative count. */
final class ObjectChecks {

  private final Origin origin;
  private final Binder.Issues issues;

  private ObjectChecks(Origin origin, Binder.Issues issues) {
    this.origin = origin;
    this.issues = issues;
  }

  /** Checks an object that has just been read, and gives it the namespace {@code default} if it has none and needs one. */
  static void check(HasMetadata object, Origin origin, Binder.Issues issues) {
    var checks = new ObjectChecks(origin, issues);
    ObjectMeta meta = object.getMetadata();
    if (meta == null) {
      meta = new ObjectMeta();
      object.setMetadata(meta);
    }
    checks.name(object, meta);
    if (!Kinds.isNamespaced(object.getClass())) {
      meta.setNamespace(null);
    } else if (isEmpty(meta.getNamespace())) {
      meta.setNamespace("default");
    }
    checks.spec(object);
  }

  private void name(HasMetadata object, ObjectMeta meta) {
    boolean generated = object instanceof Pod || object instanceof Job;
    if (isEmpty(meta.getName()) && !(generated && !isEmpty(meta.getGenerateName()))) {
      wrong("metadata.name", "is missing", generated ? "give a name, or a generateName" : "give a name");
    }
  }

  private void spec(HasMetadata object) {
    if (object instanceof Pod pod) {
      podSpec("spec", pod.getSpec());
    } else if (object instanceof Deployment d) {
      workload(d.getSpec(), d.getSpec() == null ? null : d.getSpec().getTemplate(), d.getSpec() == null ? null : d.getSpec().getReplicas());
    } else if (object instanceof ReplicaSet r) {
      workload(r.getSpec(), r.getSpec() == null ? null : r.getSpec().getTemplate(), r.getSpec() == null ? null : r.getSpec().getReplicas());
    } else if (object instanceof ReplicationController r) {
      workload(r.getSpec(), r.getSpec() == null ? null : r.getSpec().getTemplate(), r.getSpec() == null ? null : r.getSpec().getReplicas());
    } else if (object instanceof StatefulSet s) {
      claimTemplates(s);
      workload(s.getSpec(), s.getSpec() == null ? null : s.getSpec().getTemplate(), s.getSpec() == null ? null : s.getSpec().getReplicas());
    } else if (object instanceof DaemonSet d) {
      workload(d.getSpec(), d.getSpec() == null ? null : d.getSpec().getTemplate(), null);
    } else if (object instanceof Job j) {
      workload(j.getSpec(), j.getSpec() == null ? null : j.getSpec().getTemplate(), null);
      if (j.getSpec() != null) {
        count("spec.parallelism", j.getSpec().getParallelism());
        count("spec.completions", j.getSpec().getCompletions());
      }
    } else if (object instanceof CronJob c && c.getSpec() == null) {
      wrong("spec", "is missing", "give it");
    }
  }

  private void workload(@Nullable Object spec, @Nullable PodTemplateSpec template, @Nullable Integer replicas) {
    if (spec == null) {
      wrong("spec", "is missing", "give it a pod template");
    } else if (template == null) {
      wrong("spec.template", "is missing", "give it a pod template");
    } else {
      podSpec("spec.template.spec", template.getSpec());
      count("spec.replicas", replicas);
    }
  }

  private void claimTemplates(StatefulSet set) {
    if (set.getSpec() == null) {
      return;
    }
    int index = 0;
    for (PersistentVolumeClaim template : set.getSpec().getVolumeClaimTemplates()) {
      if (template.getMetadata() == null || isEmpty(template.getMetadata().getName())) {
        wrong("spec.volumeClaimTemplates[" + index + "].metadata.name", "is missing", "give a name");
      }
      index++;
    }
  }

  private void podSpec(String field, @Nullable PodSpec spec) {
    if (spec == null) {
      wrong(field, "is missing", "give it at least one container");
    } else if (spec.getContainers().isEmpty()) {
      wrong(field + ".containers", "is empty", "give it at least one container");
    }
  }

  private void count(String field, @Nullable Integer number) {
    if (number != null && number < 0) {
      wrong(field, number + " is negative", "give 0 or more");
    }
  }

  private void wrong(String field, String what, String advice) {
    issues.wrong(origin.line(), field, what, advice);
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
