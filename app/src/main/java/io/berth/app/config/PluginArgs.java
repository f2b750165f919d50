package io.berth.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of plugins in a configuration's tree: each plugin reads its own, so they are taken out of the whole. */
final class PluginArgs {

  private PluginArgs() {}

  /** Takes the {@code args} of every {@code pluginConfig} entry out of the tree; gives them by profile and by plugin. */
  static List<Map<String, Map<String, ?>>> takeOut(Map<String, Object> tree) {
    var all = new ArrayList<Map<String, Map<String, ?>>>();
    if (tree.get("profiles") instanceof List<?> profiles) {
      var kept = new ArrayList<Object>();
      for (Object profile : profiles) {
        var args = new LinkedHashMap<String, Map<String, ?>>();
        kept.add(profile instanceof Map<?, ?> map ? withoutArgs(map, args) : profile);
        all.add(args);
      }
      tree.put("profiles", kept);
    }
    return all;
  }

  private static Map<Object, Object> withoutArgs(Map<?, ?> profile, Map<String, Map<String, ?>> args) {
    var copy = new LinkedHashMap<Object, Object>(profile);
    if (profile.get("pluginConfig") instanceof List<?> entries) {
      var kept = new ArrayList<Object>();
      for (Object entry : entries) {
        kept.add(entry instanceof Map<?, ?> map ? withoutArgsOf(map, args) : entry);
      }
      copy.put("pluginConfig", kept);
    }
    return copy;
  }

  private static Map<Object, Object> withoutArgsOf(Map<?, ?> entry, Map<String, Map<String, ?>> args) {
    var copy = new LinkedHashMap<Object, Object>(entry);
    if (entry.get("args") instanceof Map<?, ?> given && entry.get("name") instanceof String name) {
      var typed = new LinkedHashMap<String, Object>();
      given.forEach((key, value) -> typed.put(String.valueOf(key), value));
      args.put(name, typed);
      copy.remove("args");
    }
    return copy;
  }
}
