package io.berth.framework;

/** Makes a plugin for one profile. */
@FunctionalInterface
public interface PluginFactory {
  /**
   * Called once for each profile, at start, on the thread that builds the scheduler.
   *
   * @param handle what the plugin may use; to be kept
   */
  Plugin create(Handle handle);
}
