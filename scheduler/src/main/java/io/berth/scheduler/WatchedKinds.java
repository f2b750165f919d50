package io.berth.scheduler;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Plugin;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which kinds are watched: those that an enabled plugin reads or registers events of, and no others but pods and nodes. Resources whose
 * events plugins alone raise have no kind.
 */
final class WatchedKinds {
  private static final List<EventResource<?>> BUILT_IN =
      List.of(
          EventResource.POD,
          EventResource.ASSIGNED_POD,
          EventResource.UNSCHEDULED_POD,
          EventResource.TARGET_POD,
          EventResource.NODE,
          EventResource.WILDCARD);

  private final Set<ResourceKind<?>> kinds = new LinkedHashSet<>();
  private final Set<String> own = new LinkedHashSet<>();

  /** Collects the plugins' kinds. */
  WatchedKinds(Collection<Plugin> plugins) {
    plugins.forEach(plugin -> kinds.addAll(Objects.requireNonNull(plugin.reads(), () -> "reads() of plugin " + plugin.name())));
    for (Plugin plugin : plugins) {
      if (plugin instanceof EnqueueExtensions extensions) {
        var events = Objects.requireNonNull(extensions.eventsToRegister(), () -> "eventsToRegister() of plugin " + plugin.name());
        for (ClusterEventWithHint<?> event : events) {
          ResourceKind<?> kind = kind(event.event().resource());
          if (kind != null) {
            kinds.add(kind);
          }
        }
      }
    }
    checkOwnNames();
  }

  /** Events go by their resource's name, so a plugin's own resource must not share it with one that the cluster tells of. */
  private void checkOwnNames() {
    BUILT_IN.forEach(this::checkNotOwn);
    kinds.forEach(kind -> checkNotOwn(kind.events()));
  }

  private void checkNotOwn(EventResource<?> resource) {
    if (own.contains(resource.name())) {
      throw new IllegalArgumentException("a plugin's own resource must not have the name of a watched one, " + resource.name());
    }
  }

  Set<ResourceKind<?>> kinds() {
    return kinds;
  }

  /**
   * Checks what plugins asked the handle for.
   *
   * @throws IllegalArgumentException naming kinds that no plugin declared
   */
  void check(Collection<ResourceKind<?>> asked) {
    List<ResourceKind<?>> undeclared =
        asked.stream()
            .filter(kind -> !kinds.contains(kind))
            .filter(kind -> !kind.equals(ResourceKind.PODS) && !kind.equals(ResourceKind.NODES))
            .toList();
    if (!undeclared.isEmpty()) {
      throw new IllegalArgumentException(
          "a plugin asked for objects of " + undeclared + " that no plugin's reads() or registered events name");
    }
  }

  private @Nullable ResourceKind<?> kind(EventResource<?> resource) {
    if (resource.isPod() || resource.equals(EventResource.NODE) || resource.equals(EventResource.WILDCARD)) {
      return null;
    }
    if (!resource.watched()) {
      own.add(resource.name());
      return null;
    }
    for (ResourceKind<?> kind : kinds) {
      if (kind.events().equals(resource)) {
        return kind;
      }
    }
    if (!HasMetadata.class.isAssignableFrom(resource.type())) {
      throw new IllegalArgumentException(
          "events of " + resource.name() + " are about no kind of object that can be watched; if plugins alone raise them, make the"
              + " resource with EventResource.published");
    }
    return ofClass(resource.type().asSubclass(HasMetadata.class), resource);
  }

  private static <T extends HasMetadata> ResourceKind<T> ofClass(Class<T> type, EventResource<?> resource) {
    String apiVersion = HasMetadata.getApiVersion(type);
    String kind = HasMetadata.getKind(type);
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    ResourceKind<T> result =
        new ResourceKind<>(
            group,
            apiVersion.substring(slash + 1),
            HasMetadata.getPlural(type),
            kind,
            Namespaced.class.isAssignableFrom(type),
            type);
    if (!result.events().name().equals(resource.name())) {
      throw new IllegalArgumentException(
          "events of " + resource.name() + " carry objects of " + result + "; name the kind in the plugin's reads()");
    }
    return result;
  }
}
