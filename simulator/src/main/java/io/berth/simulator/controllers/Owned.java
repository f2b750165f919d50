package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who controls an object. Pure.
 *
 * <p>Source: apimachinery/pkg/apis/meta/v1/controller_ref.go, v0.37.2, and pkg/controller/controller_utils.go (GetPodFromTemplate),
 * v1.37.2.
 */
final class Owned {
  private static final int MAX_GENERATED_PREFIX = 58;

  private Owned() {}

  /** The reference to the controller of an object, if it is of this kind; otherwise {@code null}. */
  static @Nullable OwnerReference controller(@Nullable HasMetadata object, ResourceKind<?> kind) {
    if (object != null) {
      for (OwnerReference owner : object.getMetadata().getOwnerReferences()) {
        if (Boolean.TRUE.equals(owner.getController()) && kind.kind().equals(owner.getKind())) {
          return kind.apiVersion().equals(owner.getApiVersion()) ? owner : null;
        }
      }
    }
    return null;
  }

  static boolean isControlledBy(HasMetadata object, HasMetadata owner) {
    for (OwnerReference reference : object.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(reference.getController())) {
        return owner.getMetadata().getUid().equals(reference.getUid());
      }
    }
    return false;
  }

  static OwnerReference reference(HasMetadata owner, ResourceKind<?> kind) {
    OwnerReference reference = new OwnerReference();
    reference.setApiVersion(kind.apiVersion());
    reference.setKind(kind.kind());
    reference.setName(owner.getMetadata().getName());
    reference.setUid(owner.getMetadata().getUid());
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    return reference;
  }

  /** A pod as the template has it, with a name to be made up. */
  static Pod pod(@Nullable PodTemplateSpec template, HasMetadata owner, ResourceKind<?> kind) {
    ObjectMeta meta = new ObjectMeta();
    meta.setNamespace(owner.getMetadata().getNamespace());
    String prefix = owner.getMetadata().getName() + "-";
    meta.setGenerateName(prefix.length() > MAX_GENERATED_PREFIX ? prefix.substring(0, MAX_GENERATED_PREFIX) : prefix);
    ObjectMeta given = template == null ? null : template.getMetadata();
    if (given != null) {
      meta.setLabels(orEmpty(given.getLabels()));
      meta.setAnnotations(orEmpty(given.getAnnotations()));
      meta.setFinalizers(given.getFinalizers());
    }
    meta.setOwnerReferences(List.of(reference(owner, kind)));
    Pod pod = new Pod();
    pod.setMetadata(meta);
    pod.setSpec(template == null || template.getSpec() == null ? new PodSpec() : template.getSpec());
    return pod;
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
