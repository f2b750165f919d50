package io.berth.app.manifest;

import io.berth.framework.selector.Selector;
import io.berth.framework.selector.SelectorException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
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
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server would refuse and what nothing behind the reader could live with: no name, no containers, a negative count. */
final class ObjectChecks {

  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_NAMESPACE = 63;
  private static final String ADVICE =
      "use lower case letters, digits, '-' and '.', with a letter or digit at both ends, at most " + LONGEST_NAME + " characters";
  private static final Pattern OBJECT_NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private static final Set<Class<? extends HasMetadata>> WORKLOADS =
      Set.of(Deployment.class, ReplicaSet.class, ReplicationController.class, StatefulSet.class, DaemonSet.class, Job.class);

  private final Origin origin;
  private final Binder.Issues issues;

  private final PodSpecChecks values = new PodSpecChecks(this::wrong);

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
    checks.values.labels("metadata.labels", meta.getLabels());
    if (!Kinds.isNamespaced(object.getClass())) {
      meta.setNamespace(null);
    } else if (isEmpty(meta.getNamespace())) {
      meta.setNamespace("default");
    }
    checks.spec(object);
  }

  private void name(HasMetadata object, ObjectMeta meta) {
    boolean generated =
        object instanceof Pod || object instanceof Job || object instanceof ResourceClaim || object instanceof ResourceSlice;
    if (!isEmpty(meta.getName())) {
      name("metadata.name", meta.getName(), object instanceof Namespace);
    } else if (generated && !isEmpty(meta.getGenerateName())) {
      if (!isObjectName(meta.getGenerateName() + "x")) {
        wrong("metadata.generateName", "is no beginning of a name that an API server takes", ADVICE);
      }
    } else {
      wrong("metadata.name", "is missing", generated ? "give a name, or a generateName" : "give a name");
    }
    if (!isEmpty(meta.getNamespace())) {
      name("metadata.namespace", meta.getNamespace(), true);
    }
  }

  private void name(String field, String name, boolean ofNamespace) {
    boolean taken = isObjectName(name) && !(ofNamespace && (name.indexOf('.') >= 0 || name.length() > LONGEST_NAMESPACE));
    if (!taken) {
      String advice = "use lower case letters, digits and '-', at most " + LONGEST_NAMESPACE + " characters";
      wrong(field, "is no name that an API server takes", ofNamespace ? advice : ADVICE);
    }
  }

  /** A DNS subdomain, which every kind's names are. */
  private static boolean isObjectName(String name) {
    return name.length() <= LONGEST_NAME && OBJECT_NAME.matcher(name).matches();
  }

  private void spec(HasMetadata object) {
    if (object instanceof Pod pod) {
      podSpec("spec", pod.getSpec());
    } else if (object instanceof Node node) {
      node(node);
    } else if (object instanceof PriorityClass priority) {
      new PreemptionChecks(values, this::wrong).check(priority);
    } else if (object instanceof PodDisruptionBudget budget && budget.getSpec() != null) {
      new PreemptionChecks(values, this::wrong).check("spec", budget.getSpec());
    } else if (DeviceChecks.concerns(object)) {
      new DeviceChecks(this::wrong).check(object);
    } else if (object instanceof CronJob job && job.getSpec() == null) {
      wrong("spec", "is missing", "give it");
    } else {
      workload(object);
    }
  }

  private void workload(HasMetadata object) {
    if (object instanceof Deployment deployment && deployment.getSpec() != null) {
      var spec = deployment.getSpec();
      selector(spec.getSelector(), spec.getTemplate());
      pods(spec.getTemplate(), spec.getReplicas());
    } else if (object instanceof ReplicaSet set && set.getSpec() != null) {
      var spec = set.getSpec();
      selector(spec.getSelector(), spec.getTemplate());
      pods(spec.getTemplate(), spec.getReplicas());
    } else if (object instanceof ReplicationController controller && controller.getSpec() != null) {
      pods(controller.getSpec().getTemplate(), controller.getSpec().getReplicas());
    } else if (object instanceof StatefulSet set && set.getSpec() != null) {
      var spec = set.getSpec();
      selector(spec.getSelector(), spec.getTemplate());
      claimTemplates(spec.getVolumeClaimTemplates());
      pods(spec.getTemplate(), spec.getReplicas());
    } else if (object instanceof DaemonSet set && set.getSpec() != null) {
      selector(set.getSpec().getSelector(), set.getSpec().getTemplate());
      pods(set.getSpec().getTemplate(), null);
    } else if (object instanceof Job job && job.getSpec() != null) {
      pods(job.getSpec().getTemplate(), null);
      count("spec.parallelism", job.getSpec().getParallelism());
      count("spec.completions", job.getSpec().getCompletions());
    } else if (WORKLOADS.contains(object.getClass())) {
      wrong("spec", "is missing", "give it a pod template");
    }
  }

  private void node(Node node) {
    if (node.getSpec() != null) {
      new TaintChecks(this::wrong).taints("spec.taints", node.getSpec().getTaints());
    }
    if (node.getStatus() != null) {
      values.amounts("status.capacity", node.getStatus().getCapacity());
      values.amounts("status.allocatable", node.getStatus().getAllocatable());
    }
  }

  private void pods(@Nullable PodTemplateSpec template, @Nullable Integer replicas) {
    if (template == null) {
      wrong("spec.template", "is missing", "give it a pod template");
      return;
    }
    values.labels("spec.template.metadata.labels", template.getMetadata() == null ? null : template.getMetadata().getLabels());
    podSpec("spec.template.spec", template.getSpec());
    count("spec.replicas", replicas);
  }

  /** A workload that does not select its own pods is refused; one without a selector is as well, but what it means is plain. */
  private void selector(@Nullable LabelSelector selector, @Nullable PodTemplateSpec template) {
    if (selector == null) {
      if (template != null) {
        issues.refused(origin.line(), "spec.selector", "is missing; an API server refuses that", "give it the labels of the pod template");
      }
      return;
    }
    Selector compiled;
    try {
      compiled = Selector.of(selector);
    } catch (SelectorException e) {
      wrong("spec.selector", "is no valid selector (" + e.getMessage() + ")", "correct it");
      return;
    }
    ObjectMeta meta = template == null ? null : template.getMetadata();
    Map<String, String> labels = meta == null || meta.getLabels() == null ? Map.of() : meta.getLabels();
    if (template != null && !compiled.matches(labels)) {
      wrong("spec.selector", "does not match the labels of the pod template", "make them agree");
    }
  }

  private void claimTemplates(List<PersistentVolumeClaim> templates) {
    int index = 0;
    for (PersistentVolumeClaim template : templates) {
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
    } else {
      values.check(field, spec);
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
