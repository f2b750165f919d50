package io.berth.plugins.podtopologyspread;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import io.berth.framework.model.SpreadConstraint;
import io.berth.framework.selector.LabelSyntax;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of {@link PodTopologySpread}.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 *
 * @param defaultConstraints for pods that have no constraints of their own; empty with {@link #SYSTEM_DEFAULTING}
 * @param defaultingType {@link #SYSTEM_DEFAULTING} or {@link #LIST_DEFAULTING}
 */
public record PodTopologySpreadArgs(List<DefaultConstraint> defaultConstraints, String defaultingType) {
  /** Pods without constraints are spread over nodes and zones, softly. */
  public static final String SYSTEM_DEFAULTING = "System";

  /** Pods without constraints get the default constraints. */
  public static final String LIST_DEFAULTING = "List";

  /** Defaulting of type System. */
  public static final PodTopologySpreadArgs DEFAULT = new PodTopologySpreadArgs(List.of(), SYSTEM_DEFAULTING);

  private static final String KIND = "PodTopologySpreadArgs";
  private static final List<DefaultConstraint> SYSTEM =
      List.of(
          new DefaultConstraint(3, "kubernetes.io/hostname", SpreadConstraint.SCHEDULE_ANYWAY),
          new DefaultConstraint(5, "topology.kubernetes.io/zone", SpreadConstraint.SCHEDULE_ANYWAY));

  /**
   * Checks and copies.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public PodTopologySpreadArgs {
    defaultConstraints = List.copyOf(defaultConstraints);
    Problems problems = new Problems();
    check(defaultConstraints, defaultingType, problems);
    problems.throwIfAny(KIND);
  }

  /** The arguments of type List with these constraints. */
  public static PodTopologySpreadArgs ofList(List<DefaultConstraint> defaultConstraints) {
    return new PodTopologySpreadArgs(defaultConstraints, LIST_DEFAULTING);
  }

  /**
   * Reads arguments from a configuration, with upstream's defaults for what is absent.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static PodTopologySpreadArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    List<DefaultConstraint> constraints = new ArrayList<>();
    for (ArgsReader each : reader.objects("defaultConstraints")) {
      constraints.add(read(each));
    }
    String given = reader.string("defaultingType");
    String type = given == null || given.isEmpty() ? SYSTEM_DEFAULTING : given;
    check(constraints, type, reader.problems());
    reader.finish();
    return new PodTopologySpreadArgs(constraints, type);
  }

  /** Whether pods without constraints are spread as upstream does of itself. */
  boolean isSystem() {
    return defaultingType.equals(SYSTEM_DEFAULTING);
  }

  /** What pods without constraints get. */
  List<DefaultConstraint> effectiveConstraints() {
    return isSystem() ? SYSTEM : defaultConstraints;
  }

  private static DefaultConstraint read(ArgsReader reader) {
    if (reader.object("labelSelector") != null) {
      reader.problems().add(
          reader.path("labelSelector"), "a default constraint must not have a selector: it follows from each pod");
    }
    reader.strings("matchLabelKeys"); // known upstream, and without effect where there is no selector
    int minDomains = reader.int32("minDomains", Integer.MIN_VALUE);
    return new DefaultConstraint(
        reader.int32("maxSkew", 0),
        orEmpty(reader.string("topologyKey")),
        orEmpty(reader.string("whenUnsatisfiable")),
        minDomains == Integer.MIN_VALUE ? null : minDomains,
        reader.string("nodeAffinityPolicy"),
        reader.string("nodeTaintsPolicy"));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static void check(List<DefaultConstraint> constraints, String type, Problems problems) {
    if (!type.equals(SYSTEM_DEFAULTING) && !type.equals(LIST_DEFAULTING)) {
      problems.add("defaultingType", "\"" + type + "\" should be \"System\" or \"List\"");
    } else if (type.equals(SYSTEM_DEFAULTING) && !constraints.isEmpty()) {
      problems.add("defaultingType", "\"System\" leaves no room for defaultConstraints; use \"List\"");
    }
    Set<List<String>> seen = new HashSet<>();
    for (int i = 0; i < constraints.size(); i++) {
      DefaultConstraint constraint = constraints.get(i);
      String path = "defaultConstraints[" + i + "]";
      if (constraint.maxSkew() <= 0) {
        problems.add(path + ".maxSkew", constraint.maxSkew() + " should be above 0");
      }
      if (!LabelSyntax.isLabelKey(constraint.topologyKey())) {
        problems.add(path + ".topologyKey", "\"" + constraint.topologyKey() + "\" is no label key");
      }
      oneOf(
          constraint.whenUnsatisfiable(),
          List.of(SpreadConstraint.DO_NOT_SCHEDULE, SpreadConstraint.SCHEDULE_ANYWAY),
          path + ".whenUnsatisfiable",
          problems);
      if (!seen.add(List.of(constraint.topologyKey(), constraint.whenUnsatisfiable()))) {
        problems.add(path, "another constraint has the same topologyKey and whenUnsatisfiable");
      }
    }
  }

  private static void oneOf(String value, List<String> allowed, String path, Problems problems) {
    if (!allowed.contains(value)) {
      problems.add(path, "\"" + value + "\" should be one of " + String.join(", ", allowed));
    }
  }
}
