package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.World;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** A history that is run: what actions of themes can see and do. */
public record RunningHistory(World world, List<ThemeRun> themes) {
  /** Copies the list. */
  public RunningHistory {
    themes = List.copyOf(themes);
  }

  /** The theme's run that is of this class. */
  public <T extends ThemeRun> T theme(Class<T> type) {
    for (ThemeRun theme : themes) {
      if (type.isInstance(theme)) {
        return type.cast(theme);
      }
    }
    throw new IllegalArgumentException("the history is not about " + type.getSimpleName());
  }

  /** The cluster. */
  public InMemoryCluster cluster() {
    return world.cluster();
  }

  /** The object, if there is one; the namespace is empty for kinds without namespaces. */
  public <T extends HasMetadata> Optional<T> find(ResourceKind<T> kind, String namespace, String name) {
    return Optional.ofNullable(cluster().get(kind, namespace, name));
  }

  /** The object is there, like that: new or changed. */
  public void put(HasMetadata object) {
    if (cluster().get(object) == null) {
      cluster().create(object);
    } else {
      cluster().update(object);
    }
  }
}
