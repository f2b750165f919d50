package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Feature;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Plugin;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.Profile;
import io.berth.framework.ScorePlugin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks that a file was recorded with the feature gates, the plugin order and the weights that Berth has by default. Gates that
 * only one of both has are not looked at, nor are plugins that the file itself leaves out, or that only Berth has.
 */
final class HeaderCheck {

  private HeaderCheck() {}

  static List<Mismatch> of(JsonNode header) {
    var mismatches = new ArrayList<>(gates(header));
    mismatches.addAll(profile(header));
    return mismatches;
  }

  /** Every gate that both know. */
  private static List<Mismatch> gates(JsonNode header) {
    ObjectNode expected = KubeObjects.object();
    ObjectNode actual = KubeObjects.object();
    for (Feature feature : FeatureGates.known()) {
      JsonNode given = header.path("featureGates").path("Enable" + feature.name());
      if (!given.isMissingNode()) {
        expected.set(feature.name(), given);
        actual.put(feature.name(), feature.enabledByDefault());
      }
    }
    return JsonDiff.between(expected, actual);
  }

  /** The order of the plugins at each point, and the weights. */
  private static List<Mismatch> profile(JsonNode header) {
    var bench = new PluginBench(DefaultProfile.profile());
    JsonNode profile = header.path("profile");
    var mismatches = new ArrayList<Mismatch>();
    mismatches.addAll(order("preFilter", profile, bench.plugins(PreFilterPlugin.class)));
    mismatches.addAll(order("filter", profile, bench.plugins(FilterPlugin.class)));
    mismatches.addAll(order("preScore", profile, bench.plugins(PreScorePlugin.class)));
    ObjectNode weights = KubeObjects.object();
    ObjectNode ours = KubeObjects.object();
    for (Profile.EnabledPlugin plugin : DefaultProfile.profile().plugins()) {
      JsonNode given = profile.path("scoreWeights").path(plugin.name());
      if (!given.isMissingNode()) {
        weights.set(plugin.name(), given);
        ours.put(plugin.name(), plugin.weight());
      }
    }
    bench.plugins(ScorePlugin.class).stream().map(Plugin::name).filter(name -> !weights.has(name))
        .forEach(name -> ours.put(name, "scores, and does not upstream"));
    mismatches.addAll(JsonDiff.between(weights, ours));
    return mismatches;
  }

  private static List<Mismatch> order(String point, JsonNode profile, List<? extends Plugin> plugins) {
    Set<String> upstream = new LinkedHashSet<>(profile.path(point).valueStream().map(JsonNode::asString).toList());
    Set<String> leftOut = profile.path("leftOut").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    Set<String> berth = new LinkedHashSet<>(plugins.stream().map(Plugin::name).toList());
    upstream.removeIf(name -> leftOut.contains(name) && !berth.contains(name));
    List<String> expected = List.copyOf(upstream);
    List<String> actual = berth.stream().filter(upstream::contains).toList();
    return expected.equals(actual)
        ? List.of()
        : List.of(new Mismatch("profile." + point, expected.toString(), actual.toString()));
  }
}
