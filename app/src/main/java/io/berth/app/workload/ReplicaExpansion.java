package io.berth.app.workload;

import io.berth.app.manifest.GeneratedNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deployments, ReplicaSets and ReplicationControllers.
 *
 * <p>Source: pkg/controller/replicaset/replica_set.go, pkg/controller/deployment/sync.go, v1.37.2.
 */
final class ReplicaExpansion {

  private static final String TEMPLATE_HASH = "pod-template-hash";
  private static final int HASH_LETTERS = 9;

  private final OwnedPods owned;
  private final PodMaker maker;

  ReplicaExpansion(OwnedPods owned, PodMaker maker) {
    this.owned = owned;
    this.maker = maker;
  }

  List<HasMetadata> expand(ReplicaSet set) {
    var spec = set.getSpec();
    return new ArrayList<>(pods(set, spec.getTemplate(), missing(spec.getReplicas(), owned.of(set))));
  }

  List<HasMetadata> expand(ReplicationController controller) {
    var spec = controller.getSpec();
    return new ArrayList<>(pods(controller, spec.getTemplate(), missing(spec.getReplicas(), owned.of(controller))));
  }

  /** A Deployment with ReplicaSets in the input leaves the pods to them; one without gets one. */
  List<HasMetadata> expand(Deployment deployment) {
    if (!owned.replicaSetsOf(deployment).isEmpty()) {
      return List.of();
    }
    List<Pod> existing = owned.orphansOf(deployment);
    int missing = missing(deployment.getSpec().getReplicas(), existing);
    ReplicaSet set = replicaSet(deployment, existing.isEmpty() ? null : existing.get(existing.size() - 1));
    var added = new ArrayList<HasMetadata>();
    added.add(set);
    added.addAll(pods(set, set.getSpec().getTemplate(), missing));
    return added;
  }

  private static int missing(@Nullable Integer replicas, List<Pod> existing) {
    long active = existing.stream().filter(Owners::isActive).count();
    return (int) Math.max(0, (replicas == null ? 1 : replicas) - active);
  }

  private List<Pod> pods(HasMetadata owner, PodTemplateSpec template, int count) {
    if (!maker.mayMake(count)) {
      return List.of();
    }
    var pods = new ArrayList<Pod>(count);
    for (int i = 0; i < count; i++) {
      String name = maker.freeName(owner.getMetadata().getNamespace(), owner.getMetadata().getName() + "-");
      pods.add(PodMaker.pod(owner, name, template, Map.of(), template.getSpec()));
    }
    return pods;
  }

  /** The ReplicaSet that the Deployment controller would create, or that a pod in the input belongs to. */
  private static ReplicaSet replicaSet(Deployment deployment, @Nullable Pod sibling) {
    var from = deployment.getSpec();
    OwnerReference known = sibling == null ? null : Owners.controllerOf(sibling);
    String hash =
        known == null
            ? GeneratedNames.hash(deployment.getMetadata().getNamespace() + "/" + deployment.getMetadata().getName(), HASH_LETTERS)
            : known.getName().substring(deployment.getMetadata().getName().length() + 1);
    Map<String, String> hashLabel = Map.of(TEMPLATE_HASH, hash);
    var meta = new ObjectMeta();
    meta.setName(deployment.getMetadata().getName() + "-" + hash);
    meta.setNamespace(deployment.getMetadata().getNamespace());
    meta.setLabels(PodMaker.labels(from.getTemplate().getMetadata(), hashLabel));
    meta.setOwnerReferences(List.of(Owners.referenceTo(deployment)));
    if (known != null) {
      meta.setUid(known.getUid());
    }
    var spec = new ReplicaSetSpec();
    spec.setReplicas(from.getReplicas());
    spec.setSelector(selector(from.getSelector(), hashLabel));
    spec.setTemplate(template(from.getTemplate(), hashLabel));
    var set = new ReplicaSet();
    set.setMetadata(meta);
    set.setSpec(spec);
    return set;
  }

  private static LabelSelector selector(@Nullable LabelSelector from, Map<String, String> hashLabel) {
    var labels = new LinkedHashMap<String, String>();
    var selector = new LabelSelector();
    if (from != null) {
      labels.putAll(from.getMatchLabels() == null ? Map.of() : from.getMatchLabels());
      selector.setMatchExpressions(from.getMatchExpressions());
    }
    labels.putAll(hashLabel);
    selector.setMatchLabels(labels);
    return selector;
  }

  private static PodTemplateSpec template(PodTemplateSpec from, Map<String, String> hashLabel) {
    var meta = new ObjectMeta();
    meta.setLabels(PodMaker.labels(from.getMetadata(), hashLabel));
    if (from.getMetadata() != null) {
      meta.setAnnotations(from.getMetadata().getAnnotations());
    }
    var template = new PodTemplateSpec();
    template.setMetadata(meta);
    template.setSpec(from.getSpec());
    return template;
  }
}
