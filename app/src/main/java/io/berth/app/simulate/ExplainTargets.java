package io.berth.app.simulate;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the pods that the user wants explained. */
final class ExplainTargets {

  private static final int MOST_HINTS = 5;

  private ExplainTargets() {}

  /**
   * The keys ({@code namespace/name}) of the pods; a name without a namespace may mean several. One that means none is an error.
   */
  static List<String> find(List<String> names, SimulationInput input, Problems problems) {
    var found = new ArrayList<String>();
    for (String name : names) {
      List<String> matching = keys(input).filter(key -> matches(key, name)).toList();
      found.addAll(matching);
      if (matching.isEmpty()) {
        problems.error(new Problem(null, "--explain " + name, "", what(name, input), advice(name, input)));
      }
    }
    return List.copyOf(found);
  }

  private static boolean matches(String key, String name) {
    return name.indexOf('/') >= 0 ? key.equals(name) : key.endsWith("/" + name);
  }

  private static String what(String name, SimulationInput input) {
    if (isAmong(input.finished(), name)) {
      return "the pod has come to its end and is left out";
    }
    return isAmong(input.unknownNode(), name) ? "the pod is on a node that is not in the input and is left out" : "there is no such pod";
  }

  private static boolean isAmong(List<Manifest> manifests, String name) {
    return manifests.stream().anyMatch(manifest -> matches(key(manifest), name));
  }

  private static String advice(String name, SimulationInput input) {
    if (isAmong(input.finished(), name) || isAmong(input.unknownNode(), name)) {
      return "name one that is running or waiting";
    }
    String part = name.substring(name.indexOf('/') + 1);
    List<String> similar = keys(input).filter(key -> key.contains(part)).limit(MOST_HINTS).toList();
    return similar.isEmpty() ? "check the spelling" : "did you mean " + String.join(" or ", similar) + "?";
  }

  private static Stream<String> keys(SimulationInput input) {
    return Stream.concat(input.waiting().stream(), input.running().stream()).map(ExplainTargets::key);
  }

  private static String key(Manifest manifest) {
    var meta = manifest.object().getMetadata();
    return meta.getNamespace() + "/" + meta.getName();
  }
}
