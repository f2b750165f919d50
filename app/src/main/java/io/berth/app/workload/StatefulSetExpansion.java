package io.berth.app.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * StatefulSets. All pods are created at once, also where the real controller waits for one to be ready before it creates the next.
 *
 * <p>Source: pkg/controller/statefulset/stateful_set_utils.go, v1.37.2.
 */
final class StatefulSetExpansion {

  private final PodMaker maker;

  StatefulSetExpansion(PodMaker maker) {
    this.maker = maker;
  }

  List<HasMetadata> expand(StatefulSet set) {
    var spec = set.getSpec();
    int replicas = spec.getReplicas() == null ? 1 : spec.getReplicas();
    int start = spec.getOrdinals() == null || spec.getOrdinals().getStart() == null ? 0 : spec.getOrdinals().getStart();
    var pods = new ArrayList<HasMetadata>();
    if (!maker.mayMake(replicas)) {
      return List.of();
    }
    for (long ordinal = start; ordinal < (long) start + replicas; ordinal++) {
      String name = set.getMetadata().getName() + "-" + ordinal;
      if (!maker.exists(set.getMetadata().getNamespace(), name)) {
        var labels =
            Map.of("statefulset.kubernetes.io/pod-name", name, "apps.kubernetes.io/pod-index", Long.toString(ordinal));
        pods.add(PodMaker.pod(set, name, spec.getTemplate(), labels, withClaims(set, name)));
      }
    }
    return pods;
  }

  /** Each claim template becomes a volume with a claim of the pod's own; it takes the place of a volume of that name. */
  private static PodSpec withClaims(StatefulSet set, String podName) {
    PodSpec spec = set.getSpec().getTemplate().getSpec();
    List<PersistentVolumeClaim> templates = set.getSpec().getVolumeClaimTemplates();
    if (templates == null || templates.isEmpty()) {
      return spec;
    }
    var volumes = new ArrayList<Volume>();
    for (PersistentVolumeClaim template : templates) {
      String name = template.getMetadata().getName();
      volumes.add(new VolumeBuilder().withName(name).withNewPersistentVolumeClaim(name + "-" + podName, false).build());
    }
    for (Volume volume : spec.getVolumes()) {
      if (volumes.stream().noneMatch(v -> v.getName().equals(volume.getName()))) {
        volumes.add(volume);
      }
    }
    return new PodSpecBuilder(spec).withVolumes(volumes).build();
  }
}
