package io.berth.plugins.volumes;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods pending whose volumes decide where they can run: claims, and inline volumes that are attached to nodes or must not be
 * mounted twice. Berth does not schedule such volumes yet, and a pod must not be placed where it cannot start.
 *
 * <p>A profile without this plugin ignores volumes. Volumes that any node can provide ({@code configMap}, {@code emptyDir}, {@code
 * hostPath}, {@code nfs} and the like) never matter.
 *
 * <p>Stands for upstream's VolumeBinding, VolumeRestrictions, VolumeZone and NodeVolumeLimits, v1.37.2.
 */
public final class UnsupportedVolumes implements PreFilterPlugin, EnqueueExtensions {
  /** The plugin's name. */
  public static final String NAME = "UnsupportedVolumes";

  private static final String ADVICE =
      "; Berth does not schedule such volumes yet: take the plugin " + NAME + " out of the profile to ignore volumes";

  /**
   * The pod's volumes that would have to be scheduled.
   *
   * @return for each its name and its kind, such as {@code "data" (persistentVolumeClaim)}, in the pod's order
   */
  public static List<String> in(Pod pod) {
    List<String> found = new ArrayList<>(0);
    if (pod.getSpec() != null && pod.getSpec().getVolumes() != null) {
      for (Volume volume : pod.getSpec().getVolumes()) {
        String kind = scheduledKind(volume);
        if (kind != null) {
          found.add("\"" + volume.getName() + "\" (" + kind + ")");
        }
      }
    }
    return found;
  }

  private static @Nullable String scheduledKind(Volume volume) {
    if (volume.getPersistentVolumeClaim() != null) {
      return "persistentVolumeClaim";
    }
    if (volume.getEphemeral() != null) {
      return "ephemeral";
    }
    if (volume.getCsi() != null) {
      return "csi";
    }
    if (volume.getIscsi() != null) {
      return "iscsi";
    }
    if (volume.getRbd() != null) {
      return "rbd";
    }
    return migratedKind(volume);
  }

  /** Inline disks that CSI drivers serve today, and that upstream counts against the drivers' limits. */
  private static @Nullable String migratedKind(Volume volume) {
    if (volume.getGcePersistentDisk() != null) {
      return "gcePersistentDisk";
    }
    if (volume.getAwsElasticBlockStore() != null) {
      return "awsElasticBlockStore";
    }
    if (volume.getAzureDisk() != null) {
      return "azureDisk";
    }
    if (volume.getAzureFile() != null) {
      return "azureFile";
    }
    if (volume.getCinder() != null) {
      return "cinder";
    }
    if (volume.getVsphereVolume() != null) {
      return "vsphereVolume";
    }
    return volume.getPortworxVolume() != null ? "portworxVolume" : null;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    List<String> found = in(pod.pod());
    if (found.isEmpty()) {
      return PreFilterDecision.SKIP;
    }
    String volumes = (found.size() == 1 ? "volume " : "volumes ") + String.join(", ", found);
    return PreFilterDecision.reject(Status.unresolvable("pod has " + volumes + ADVICE).withPlugin(NAME));
  }

  /** None: volumes of a pod never change. */
  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    return List.of();
  }
}
