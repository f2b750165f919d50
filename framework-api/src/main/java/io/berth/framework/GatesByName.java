package io.berth.framework;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gates as somebody writes them who runs a scheduler: read from text, checked against what is known, locked and needed.
 *
 * <p>Source: component-base/featuregate/feature_gate.go (SetWithLogger, unsafeSetFromMap), component-base/compatibility/registry.go (Set),
 * v0.37.2.
 */
final class GatesByName {
  private static final Map<String, Feature.Maturity> GROUPS =
      new TreeMap<>(Map.of("AllAlpha", Feature.Maturity.ALPHA, "AllBeta", Feature.Maturity.BETA));
  private static final List<String> TRUE = List.of("1", "t", "T", "TRUE", "true", "True");
  private static final List<String> FALSE = List.of("0", "f", "F", "FALSE", "false", "False");
  private static final String COMPONENT = "kube";

  private GatesByName() {}

  /** Reads {@code NAME=BOOL,NAME=BOOL}; of two for one name the later one counts. */
  static Map<String, Boolean> read(String text) {
    Map<String, Boolean> byName = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    TreeSet<String> components = new TreeSet<>();
    for (String part : text.split(",")) {
      if (!part.isBlank()) {
        int colon = part.indexOf(':');
        components.add(colon < 0 ? "" : part.substring(0, colon).strip());
        readOne(part.substring(colon + 1).strip(), byName, problems);
      }
    }
    components.stream()
        .filter(component -> !component.isEmpty() && !component.equals(COMPONENT))
        .forEach(component -> problems.add("component not registered: " + component + "; write " + COMPONENT + ": or leave it out"));
    if (components.contains("") && components.contains(COMPONENT)) {
      problems.add("some gates have the prefix " + COMPONENT + ": and some have not; write it with all of them or with none");
    }
    refuse(problems);
    return byName;
  }

  private static void readOne(String gate, Map<String, Boolean> byName, List<String> problems) {
    int equals = gate.indexOf('=');
    String name = gate.substring(0, Math.max(equals, 0)).strip();
    String value = gate.substring(equals + 1).strip();
    if (equals < 0) {
      problems.add("missing bool value for " + gate + "; write " + gate + "=true or " + gate + "=false");
    } else if (name.isEmpty()) {
      problems.add(gate + " has no name before the equals sign");
    } else if (!TRUE.contains(value) && !FALSE.contains(value)) {
      problems.add("invalid value of " + gate + ": it must be true or false");
    } else {
      byName.put(name, TRUE.contains(value));
    }
  }

  /** What these gates mean for each feature; those that are not in it are at their default. */
  static Map<Feature, Boolean> resolve(Map<String, Boolean> byName, List<Feature> known, Map<Feature, List<Feature>> needs) {
    Map<String, Feature> features = new TreeMap<>();
    known.forEach(feature -> features.put(feature.name(), feature));
    List<String> problems = new ArrayList<>();
    List<String> unknown =
        byName.keySet().stream().filter(name -> !features.containsKey(name) && !GROUPS.containsKey(name)).sorted().toList();
    if (!unknown.isEmpty()) {
      problems.add(
          "unknown feature gates: " + String.join(", ", unknown) + "; known: " + String.join(", ", GROUPS.keySet()) + ", "
              + String.join(", ", features.keySet()));
    }
    Map<Feature, Boolean> set = new LinkedHashMap<>();
    for (Feature feature : known) {
      Boolean given = byName.get(feature.name());
      if (given != null && feature.locked() && given != feature.enabledByDefault()) {
        problems.add(
            "cannot set feature gate " + feature.name() + " to " + given + ", feature is locked to " + feature.enabledByDefault());
      } else if (given != null) {
        set.put(feature, given);
      }
    }
    GROUPS.forEach((group, maturity) -> setRest(byName, group, maturity, known, set));
    if (problems.isEmpty()) {
      needs.forEach((feature, others) -> checkNeeds(feature, others, set, problems));
    }
    refuse(problems);
    return set;
  }

  private static void setRest(
      Map<String, Boolean> byName, String group, Feature.Maturity maturity, List<Feature> known, Map<Feature, Boolean> set) {
    Boolean given = byName.get(group);
    if (given != null) {
      known.stream().filter(feature -> feature.maturity() == maturity).forEach(feature -> set.putIfAbsent(feature, given));
    }
  }

  private static void checkNeeds(Feature feature, List<Feature> others, Map<Feature, Boolean> set, List<String> problems) {
    String off = others.stream().filter(other -> !isOn(other, set)).map(Feature::name).collect(joining(", "));
    if (isOn(feature, set) && !off.isEmpty()) {
      problems.add(feature.name() + " is enabled, but depends on features that are disabled: " + off);
    }
  }

  private static boolean isOn(Feature feature, Map<Feature, Boolean> set) {
    return set.getOrDefault(feature, feature.enabledByDefault());
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }
}
