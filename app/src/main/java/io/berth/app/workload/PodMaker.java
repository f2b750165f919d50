package io.berth.app.workload;

import io.berth.app.manifest.GeneratedNames;
import io.berth.app.manifest.Inventory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes pods from templates, as controllers do. Pods of one template share its {@link PodSpec} unless they differ: nobody may change it.
 *
 * <p>Source: pkg/controller/controller_utils.go GetPodFromTemplate, v1.37.2.
 */
final class PodMaker {

  private final Inventory inventory;
  private final GeneratedNames names = new GeneratedNames();

  private final PodBudget budget;

  PodMaker(Inventory inventory, PodBudget budget) {
    this.inventory = inventory;
    this.budget = budget;
  }

  /** Whether so many more pods may be made; asked before they are. */
  boolean mayMake(long pods) {
    return budget.take(pods);
  }

  /** A name that no pod of the namespace has. */
  String freeName(String namespace, String prefix) {
    return names.next("Pod/" + namespace, prefix, name -> inventory.find("Pod", namespace, name) != null);
  }

  /** Whether the input has a pod of that name. */
  boolean exists(String namespace, String name) {
    return inventory.find("Pod", namespace, name) != null;
  }

  /**
   * A pod.
   *
   * @param owner its controller
   * @param more labels beside those of the template
   * @param spec what it is to run, mostly the template's own
   */
  static Pod pod(HasMetadata owner, String name, PodTemplateSpec template, Map<String, String> more, PodSpec spec) {
    var meta = new ObjectMeta();
    meta.setName(name);
    meta.setNamespace(owner.getMetadata().getNamespace());
    meta.setLabels(labels(template.getMetadata(), more));
    if (template.getMetadata() != null && template.getMetadata().getAnnotations() != null) {
      meta.setAnnotations(new LinkedHashMap<>(template.getMetadata().getAnnotations()));
    }
    meta.setOwnerReferences(List.of(Owners.referenceTo(owner)));
    var pod = new Pod();
    pod.setMetadata(meta);
    pod.setSpec(spec);
    return pod;
  }

  /** A template's labels and more. */
  static Map<String, String> labels(@Nullable ObjectMeta template, Map<String, String> more) {
    var labels = new LinkedHashMap<String, String>();
    if (template != null && template.getLabels() != null) {
      labels.putAll(template.getLabels());
    }
    labels.putAll(more);
    return labels;
  }
}
