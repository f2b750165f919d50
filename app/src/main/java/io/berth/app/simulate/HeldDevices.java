package io.berth.app.simulate;

import io.berth.dynamicresources.DeviceHolds;
import io.berth.dynamicresources.DynamicResources;
import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows what a scheduler holds for nominated pods, once its plugins are made. */
final class HeldDevices {

  private @Nullable DeviceHolds view;

  /** The profile; when its plugins are made, the view is there, if devices can be held at all. */
  Profile watched(Profile profile) {
    Profile.Builder builder = profile.toBuilder();
    for (Profile.EnabledPlugin plugin : profile.plugins()) {
      if (plugin.name().equals(DynamicResources.NAME)) {
        PluginFactory factory = plugin.factory();
        builder.enable(
            plugin.name(),
            handle -> {
              var made = factory.create(handle);
              look(handle);
              return made;
            },
            plugin.weight());
      }
    }
    return builder.build();
  }

  private void look(Handle handle) {
    FeatureGates gates = handle.featureGates();
    if (gates.enabled(FeatureGates.DYNAMIC_RESOURCE_ALLOCATION) && gates.enabled(FeatureGates.DRA_PREEMPTION)) {
      view = DeviceHolds.of(handle);
    }
  }

  /** What is held now. */
  List<DeviceHolds.Hold> all() {
    return view == null ? List.of() : view.all();
  }

  /** Tells the listener of each hold from now on. */
  void listen(DeviceHolds.Listener listener) {
    if (view != null) {
      view.addListener(listener);
    }
  }
}
