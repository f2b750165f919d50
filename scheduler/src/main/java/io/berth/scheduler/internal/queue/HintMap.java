package io.berth.scheduler.internal.queue;

import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PermitPlugin;
import io.berth.framework.Plugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.ReservePlugin;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which plugin of which profile wants to hear of which events. Look-ups are remembered by resource and action, so that an event that
 * nobody registered costs one look-up.
 *
 * <p>Thread-safety: owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/scheduler.go (buildQueueingHintMap) and pkg/scheduler/backend/queue/scheduling_queue.go
 * (QueueingHintMapPerProfile), v1.37.2.
 */
public final class HintMap {
  private record Key(String resource, long actions) {}

  private final Map<String, List<Hint<?>>> byProfile;
  private final Map<Key, EventInterest> interests = new HashMap<>();

  private HintMap(Map<String, List<Hint<?>>> byProfile) {
    this.byProfile = byProfile;
  }

  /** Starts an empty map. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether the profile is known. */
  boolean hasProfile(String schedulerName) {
    return byProfile.containsKey(schedulerName);
  }

  /** Who registered the event. A wildcard concerns everybody and is not asked about here. */
  EventInterest interestIn(ClusterEvent<?> event) {
    return interests.computeIfAbsent(new Key(event.resource().name(), event.actions().bits()), key -> matching(event));
  }

  private EventInterest matching(ClusterEvent<?> event) {
    Map<String, List<Hint<?>>> matching = new LinkedHashMap<>();
    Set<String> plugins = new LinkedHashSet<>();
    byProfile.forEach(
        (profile, hints) -> {
          List<Hint<?>> matched = hints.stream().filter(hint -> event.matches(hint.registered().event())).toList();
          if (!matched.isEmpty()) {
            matching.put(profile, matched);
            matched.forEach(hint -> plugins.add(hint.plugin()));
          }
        });
    return new EventInterest(Collections.unmodifiableMap(matching), Collections.unmodifiableSet(plugins));
  }

  /** Collects the plugins of all profiles. */
  public static final class Builder {
    private final Map<String, List<Hint<?>>> byProfile = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a profile. A plugin that may reject pods and registers nothing is taken to register every event.
     *
     * @param schedulerName the name that pods ask for
     * @param plugins the profile's plugins, in order
     */
    public Builder profile(String schedulerName, Collection<? extends Plugin> plugins) {
      List<Hint<?>> hints = new ArrayList<>();
      for (Plugin plugin : plugins) {
        if (plugin instanceof EnqueueExtensions extensions) {
          extensions.eventsToRegister().forEach(event -> hints.add(new Hint<>(plugin.name(), event)));
        } else if (mayReject(plugin)) {
          hints.add(new Hint<>(plugin.name(), new ClusterEventWithHint<>(ClusterEvent.WILDCARD, null, null)));
        }
      }
      byProfile.put(schedulerName, hints);
      return this;
    }

    private static boolean mayReject(Plugin plugin) {
      return plugin instanceof PreEnqueuePlugin
          || plugin instanceof PreFilterPlugin
          || plugin instanceof FilterPlugin
          || plugin instanceof ReservePlugin
          || plugin instanceof PermitPlugin;
    }

    /** The map. */
    public HintMap build() {
      return new HintMap(new LinkedHashMap<>(byProfile));
    }
  }
}
