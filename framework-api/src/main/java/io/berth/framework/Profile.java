package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which plugins serve the pods that ask for one scheduler name, in which order, with which weights. Immutable.
 *
 * <p>As with upstream's MultiPoint, a plugin is enabled once and serves every extension point that it implements; single points can
 * be reordered or switched off.
 *
 * <p>Source: pkg/scheduler/apis/config/types.go (KubeSchedulerProfile), v1.37.2.
 */
public final class Profile {
  /** The name that pods have when they ask for none. */
  public static final String DEFAULT_SCHEDULER_NAME = PodInfo.DEFAULT_SCHEDULER_NAME;

  private final String schedulerName;
  private final List<EnabledPlugin> plugins;
  private final Map<ExtensionPoint, Set<String>> disabled;
  private final Map<ExtensionPoint, List<String>> first;
  private final @Nullable Integer percentageOfNodesToScore;

  private Profile(Builder builder) {
    this.schedulerName = builder.schedulerName;
    this.plugins = List.copyOf(builder.plugins.values());
    this.disabled = Map.copyOf(builder.disabled);
    this.first = Map.copyOf(builder.first);
    this.percentageOfNodesToScore = builder.percentageOfNodesToScore;
  }

  /**
   * An enabled plugin.
   *
   * @param name the plugin's name
   * @param factory makes it
   * @param weight multiplies its scores; at least 1
   */
  public record EnabledPlugin(String name, PluginFactory factory, int weight) {
    /** Checks the weight. */
    public EnabledPlugin {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(factory, () -> "factory of plugin " + name);
      if (weight < 1) {
        throw new IllegalArgumentException("plugin " + name + ": weight " + weight + " is below 1");
      }
    }
  }

  /** Starts a profile for pods that ask for this scheduler. */
  public static Builder builder(String schedulerName) {
    return new Builder(schedulerName);
  }

  /** A builder that starts with everything this profile has. */
  public Builder toBuilder() {
    Builder builder = new Builder(schedulerName);
    plugins.forEach(plugin -> builder.plugins.put(plugin.name(), plugin));
    disabled.forEach((point, names) -> builder.disabled.put(point, new LinkedHashSet<>(names)));
    first.forEach((point, names) -> builder.first.put(point, new ArrayList<>(names)));
    builder.percentageOfNodesToScore = percentageOfNodesToScore;
    return builder;
  }

  /** The scheduler name that pods ask for. */
  public String schedulerName() {
    return schedulerName;
  }

  /** All enabled plugins, in order. */
  public List<EnabledPlugin> plugins() {
    return plugins;
  }

  /** This profile's share of nodes to score in percent, or {@code null} for the scheduler's. */
  public @Nullable Integer percentageOfNodesToScore() {
    return percentageOfNodesToScore;
  }

  /** Whether the plugin may serve the point. */
  public boolean enabledAt(ExtensionPoint point, String plugin) {
    return !disabled.getOrDefault(point, Set.of()).contains(plugin);
  }

  /** The names that were put first at a point; the others follow in the order of {@link #plugins()}. */
  public List<String> firstAt(ExtensionPoint point) {
    return List.copyOf(first.getOrDefault(point, List.of()));
  }

  /** Builds a {@link Profile}. Not thread-safe. */
  public static final class Builder {
    private final String schedulerName;
    private final Map<String, EnabledPlugin> plugins = new LinkedHashMap<>();
    private final Map<ExtensionPoint, Set<String>> disabled = new EnumMap<>(ExtensionPoint.class);
    private final Map<ExtensionPoint, List<String>> first = new EnumMap<>(ExtensionPoint.class);
    private @Nullable Integer percentageOfNodesToScore;

    private Builder(String schedulerName) {
      this.schedulerName = Objects.requireNonNull(schedulerName, "schedulerName");
    }

    /** Enables a plugin with weight 1, after those enabled before; a plugin of the same name is replaced where it stands. */
    public Builder enable(String name, PluginFactory factory) {
      return enable(name, factory, 1);
    }

    /** As above, with a weight. */
    public Builder enable(String name, PluginFactory factory, int weight) {
      plugins.put(name, new EnabledPlugin(name, factory, weight));
      return this;
    }

    /**
     * Enables a plugin directly before another one; a plugin of the same name moves there.
     *
     * @throws IllegalArgumentException when the other one is not enabled
     */
    public Builder enableBefore(String other, EnabledPlugin plugin) {
      if (!plugins.containsKey(other) || other.equals(plugin.name())) {
        throw new IllegalArgumentException("plugin " + other + " is not enabled; enabled: " + plugins.keySet());
      }
      Map<String, EnabledPlugin> before = new LinkedHashMap<>(plugins);
      before.remove(plugin.name());
      plugins.clear();
      before.forEach(
          (name, enabled) -> {
            if (name.equals(other)) {
              plugins.put(plugin.name(), plugin);
            }
            plugins.put(name, enabled);
          });
      return this;
    }

    /** Takes a plugin out altogether. */
    public Builder disable(String name) {
      plugins.remove(name);
      return this;
    }

    /** Takes a plugin out at one point. */
    public Builder disableAt(ExtensionPoint point, String name) {
      disabled.computeIfAbsent(point, p -> new LinkedHashSet<>()).add(name);
      return this;
    }

    /** Runs these plugins first at a point, in this order. */
    public Builder firstAt(ExtensionPoint point, List<String> names) {
      first.put(point, List.copyOf(names));
      return this;
    }

    /** Changes a plugin's weight. */
    public Builder weight(String name, int weight) {
      EnabledPlugin plugin = plugins.get(name);
      if (plugin == null) {
        throw new IllegalArgumentException("plugin " + name + " is not enabled; enabled: " + plugins.keySet());
      }
      plugins.put(name, new EnabledPlugin(name, plugin.factory(), weight));
      return this;
    }

    /**
     * Which share of the feasible nodes is scored.
     *
     * @param percent 1 to 100; 0 means adaptive
     */
    public Builder percentageOfNodesToScore(int percent) {
      if (percent < 0 || percent > 100) {
        throw new IllegalArgumentException("percentageOfNodesToScore " + percent + " is not between 0 and 100");
      }
      percentageOfNodesToScore = percent;
      return this;
    }

    /** The profile. */
    public Profile build() {
      return new Profile(this);
    }
  }
}
