package io.berth.app.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who controls whom. */
final class Owners {

  private Owners() {}

  /** The reference to the object's controller; {@code null} when it has none. */
  static @Nullable OwnerReference controllerOf(HasMetadata object) {
    for (OwnerReference reference : object.getMetadata().getOwnerReferences()) {
      if (Boolean.TRUE.equals(reference.getController())) {
        return reference;
      }
    }
    return null;
  }

  /** A controller reference to an owner. One that never met an API server gets a UID that depends on its name alone. */
  static OwnerReference referenceTo(HasMetadata owner) {
    var reference = new OwnerReference();
    reference.setApiVersion(owner.getApiVersion());
    reference.setKind(owner.getKind());
    reference.setName(owner.getMetadata().getName());
    reference.setUid(uid(owner));
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    return reference;
  }

  static boolean isFromApiServer(HasMetadata object) {
    String uid = object.getMetadata().getUid();
    return uid != null && !uid.isEmpty();
  }

  static String uid(HasMetadata object) {
    if (isFromApiServer(object)) {
      return object.getMetadata().getUid();
    }
    String key = object.getKind() + "/" + object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
    return UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Whether a pod has come to its end and holds nothing any more. */
  static boolean isFinished(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  /** Whether a controller counts the pod among those that it has. */
  static boolean isActive(Pod pod) {
    return !isFinished(pod) && pod.getMetadata().getDeletionTimestamp() == null;
  }
}
