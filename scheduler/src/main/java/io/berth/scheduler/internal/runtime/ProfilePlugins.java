package io.berth.scheduler.internal.runtime;

import io.berth.framework.BindPlugin;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Handle;
import io.berth.framework.NominationExtensions;
import io.berth.framework.PermitPlugin;
import io.berth.framework.Plugin;
import io.berth.framework.PostBindPlugin;
import io.berth.framework.PostFilterPlugin;
import io.berth.framework.PreBindPlugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.Profile;
import io.berth.framework.QueueSortPlugin;
import io.berth.framework.ReservePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.SnapshotListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One profile's plugins, point by point. As with upstream's MultiPoint, each serves the points that it implements.
 *
 * <p>Source: pkg/scheduler/framework/runtime/framework.go (NewFramework), v1.37.2.
 */
public final class ProfilePlugins {
  final List<PreEnqueuePlugin> preEnqueue;
  final List<QueueSortPlugin> queueSort;
  final List<PreFilterPlugin> preFilter;
  final List<FilterPlugin> filter;
  final List<PostFilterPlugin> postFilter;
  final List<PreScorePlugin> preScore;
  final List<ScorePlugin> score;
  final List<Integer> scoreWeights;
  final List<ReservePlugin> reserve;
  final List<PermitPlugin> permit;
  final List<PreBindPlugin> preBind;
  final List<BindPlugin> bind;
  final List<PostBindPlugin> postBind;

  private final Map<String, Plugin> byName;
  private final Map<String, Integer> weights;

  private ProfilePlugins(Profile profile, Map<String, Plugin> byName) {
    this.byName = byName;
    this.weights = new LinkedHashMap<>();
    profile.plugins().forEach(plugin -> weights.put(plugin.name(), plugin.weight()));
    this.preEnqueue = at(profile, ExtensionPoint.PRE_ENQUEUE, PreEnqueuePlugin.class);
    this.queueSort = at(profile, ExtensionPoint.QUEUE_SORT, QueueSortPlugin.class);
    this.preFilter = at(profile, ExtensionPoint.PRE_FILTER, PreFilterPlugin.class);
    this.filter = at(profile, ExtensionPoint.FILTER, FilterPlugin.class);
    this.postFilter = at(profile, ExtensionPoint.POST_FILTER, PostFilterPlugin.class);
    this.preScore = at(profile, ExtensionPoint.PRE_SCORE, PreScorePlugin.class);
    this.score = at(profile, ExtensionPoint.SCORE, ScorePlugin.class);
    this.scoreWeights = score.stream().map(plugin -> weights.getOrDefault(plugin.name(), 1)).toList();
    this.reserve = at(profile, ExtensionPoint.RESERVE, ReservePlugin.class);
    this.permit = at(profile, ExtensionPoint.PERMIT, PermitPlugin.class);
    this.preBind = at(profile, ExtensionPoint.PRE_BIND, PreBindPlugin.class);
    this.bind = at(profile, ExtensionPoint.BIND, BindPlugin.class);
    this.postBind = at(profile, ExtensionPoint.POST_BIND, PostBindPlugin.class);
  }

  /**
   * Makes the profile's plugins and puts them in order.
   *
   * @throws IllegalArgumentException naming everything that is wrong with the profile
   */
  public static ProfilePlugins load(Profile profile, Handle handle) {
    Map<String, Plugin> byName = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (Profile.EnabledPlugin enabled : profile.plugins()) {
      Plugin plugin = enabled.factory().create(handle);
      if (plugin == null) {
        problems.add("plugin " + enabled.name() + " is null; its factory must make it");
        continue;
      }
      if (!enabled.name().equals(plugin.name())) {
        problems.add("plugin " + enabled.name() + " calls itself " + plugin.name() + "; enable it under that name");
      }
      byName.put(enabled.name(), plugin);
    }
    ProfileProblems.collect(profile, byName, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "profile " + profile.schedulerName() + ": " + String.join("; ", problems));
    }
    return new ProfilePlugins(profile, byName);
  }

  private <T extends Plugin> List<T> at(Profile profile, ExtensionPoint point, Class<T> type) {
    Map<String, T> ordered = new LinkedHashMap<>();
    for (String name : ProfileProblems.order(profile, point)) {
      Plugin plugin = byName.get(name);
      if (type.isInstance(plugin) && profile.enabledAt(point, name)) {
        ordered.put(name, type.cast(plugin));
      }
    }
    return List.copyOf(ordered.values());
  }

  /** All of them, in the profile's order. */
  public List<Plugin> all() {
    return List.copyOf(byName.values());
  }

  /** Those that keep an index of the cluster. */
  public List<SnapshotListener> snapshotListeners() {
    return of(SnapshotListener.class);
  }

  /** Those that hold something for nominated pods. */
  public List<NominationExtensions> nominationExtensions() {
    return of(NominationExtensions.class);
  }

  /** Those that may keep a pod out of the active queue. */
  public List<PreEnqueuePlugin> preEnqueue() {
    return preEnqueue;
  }

  /** The one that orders the queue. */
  public QueueSortPlugin queueSort() {
    return queueSort.get(0);
  }

  private <T extends Plugin> List<T> of(Class<T> type) {
    return byName.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  static String[] names(List<? extends Plugin> plugins) {
    return plugins.stream().map(Plugin::name).toArray(String[]::new);
  }
}
