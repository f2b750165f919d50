package io.berth.scheduler.internal.cycle;

import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotListener;
import io.berth.framework.Status;
import io.berth.scheduler.internal.cache.ClusterSnapshot;
import io.berth.scheduler.internal.cache.SchedulerCache;
import io.berth.scheduler.internal.runtime.PluginFailure;
import io.berth.scheduler.internal.runtime.ProfileRunner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshot of a cycle and tells listeners what has changed. A listener that throws has lost track of the cluster for good: it
 * is told nothing more, and its profile's pods fail with its error rather than be placed by a wrong index.
 */
public final class SnapshotFeed {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFeed.class);

  private final SchedulerCache cache;
  private final List<Listener> listeners = new ArrayList<>();
  private final Map<String, Status> broken = new HashMap<>();

  private record Listener(String profile, SnapshotListener plugin) {}

  /** Tells the listeners of these profiles. */
  public SnapshotFeed(SchedulerCache cache, Collection<ProfileRunner> profiles) {
    this.cache = cache;
    profiles.forEach(
        profile ->
            profile.plugins().snapshotListeners().forEach(plugin -> listeners.add(new Listener(profile.name(), plugin))));
  }

  /** The snapshot as of now; listeners know of it. */
  public ClusterSnapshot update() {
    SnapshotDelta delta = cache.updateSnapshot();
    if (!delta.nodes().isEmpty()) {
      for (int i = 0; i < listeners.size(); i++) {
        tell(listeners.get(i), delta);
      }
    }
    return cache.snapshot();
  }

  private void tell(Listener listener, SnapshotDelta delta) {
    if (broken.containsKey(listener.profile)) {
      return;
    }
    try {
      listener.plugin.changed(delta);
    } catch (Exception e) {
      String name = listener.plugin.name();
      LOG.error("plugin {} lost track of the cluster; pods of profile {} are not placed any more", name, listener.profile, e);
      Status failure = PluginFailure.of(e);
      broken.put(
          listener.profile,
          new Status(failure.code(), List.of("plugin \"" + name + "\" lost track of the cluster: " + failure.message()), name, e));
    }
  }

  /** Success, or the error of a listener of the profile. */
  Status trust(ProfileRunner profile) {
    return broken.isEmpty() ? Status.SUCCESS : broken.getOrDefault(profile.name(), Status.SUCCESS);
  }
}
