package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;

/** What is known of a cluster: by its scheduler, or by everybody when nothing happens any more. */
public interface Seen {
  /** All objects of the kind; of pods those that have not ended. In no order that matters. */
  <T extends HasMetadata> Collection<T> all(ResourceKind<T> kind);

  /** Pods with the node that was chosen for them, which the cluster does not show yet. */
  Collection<PodInfo> chosen();

  /** Whether this is what the scheduler knows; else what the cluster has. */
  boolean isSchedulers();

  /** What the scheduler has been told. */
  static Seen by(KnownCluster known) {
    return new Seen() {
      @Override
      public <T extends HasMetadata> Collection<T> all(ResourceKind<T> kind) {
        return known.all(kind);
      }

      @Override
      public Collection<PodInfo> chosen() {
        return known.chosen();
      }

      @Override
      public boolean isSchedulers() {
        return true;
      }
    };
  }

  /** What the cluster has. */
  static Seen in(World world) {
    return new Seen() {
      @Override
      public <T extends HasMetadata> Collection<T> all(ResourceKind<T> kind) {
        List<T> there = world.cluster().list(kind);
        return there.stream().filter(object -> !(object instanceof Pod pod && PodStates.isEnded(pod))).toList();
      }

      @Override
      public Collection<PodInfo> chosen() {
        return List.of();
      }

      @Override
      public boolean isSchedulers() {
        return false;
      }
    };
  }
}
