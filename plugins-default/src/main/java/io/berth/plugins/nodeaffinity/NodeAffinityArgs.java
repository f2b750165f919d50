package io.berth.plugins.nodeaffinity;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import io.berth.framework.selector.NodeSelectorMatcher;
import io.berth.framework.selector.PreferredNodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of {@link NodeAffinity}: an affinity that every pod has on top of its own.
 *
 * <p>Beware: pods that are tied to one node, such as a daemon's, stay pending when their node is not among those that the added
 * affinity admits.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go and validation/validation_pluginargs.go, v1.37.2.
 */
public final class NodeAffinityArgs {
  private static final String KIND = "NodeAffinityArgs";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  /** Nothing is added. */
  public static final NodeAffinityArgs DEFAULT = new NodeAffinityArgs(null, PreferredNodeAffinity.none());

  private final @Nullable NodeSelectorMatcher required;
  private final PreferredNodeAffinity preferred;

  private NodeAffinityArgs(@Nullable NodeSelectorMatcher required, PreferredNodeAffinity preferred) {
    this.required = required;
    this.preferred = preferred;
  }

  /**
   * Arguments with an added affinity, which is read at once and not kept.
   *
   * @throws io.berth.framework.config.InvalidArgsException when terms cannot be read, naming all of them
   */
  public static NodeAffinityArgs of(io.fabric8.kubernetes.api.model.NodeAffinity addedAffinity) {
    Problems problems = new Problems();
    NodeAffinityArgs args =
        compile(
            addedAffinity.getRequiredDuringSchedulingIgnoredDuringExecution(),
            addedAffinity.getPreferredDuringSchedulingIgnoredDuringExecution(),
            problems);
    problems.throwIfAny(KIND);
    return args;
  }

  /**
   * Reads arguments from a configuration.
   *
   * @throws io.berth.framework.config.InvalidArgsException with everything that is wrong
   */
  public static NodeAffinityArgs from(Map<String, ?> args) {
    ArgsReader reader = ArgsReader.of(KIND, args);
    ArgsReader added = reader.object("addedAffinity");
    NodeAffinityArgs read = DEFAULT;
    if (added != null) {
      ArgsReader required = added.object(REQUIRED);
      List<PreferredSchedulingTerm> preferred = new ArrayList<>();
      for (ArgsReader term : added.objects(PREFERRED)) {
        ArgsReader preference = term.object("preference");
        preferred.add(
            new PreferredSchedulingTerm(
                preference == null ? new NodeSelectorTerm() : term(preference), term.int32("weight", 0)));
      }
      read = compile(required == null ? null : selector(required), preferred, reader.problems());
    }
    reader.finish();
    return read;
  }

  private static NodeSelector selector(ArgsReader reader) {
    return new NodeSelector(reader.objects("nodeSelectorTerms").stream().map(NodeAffinityArgs::term).toList());
  }

  private static NodeSelectorTerm term(ArgsReader reader) {
    return new NodeSelectorTerm(requirements(reader, "matchExpressions"), requirements(reader, "matchFields"));
  }

  private static List<NodeSelectorRequirement> requirements(ArgsReader reader, String field) {
    List<NodeSelectorRequirement> requirements = new ArrayList<>();
    for (ArgsReader requirement : reader.objects(field)) {
      requirements.add(
          new NodeSelectorRequirement(
              requirement.string("key"), requirement.string("operator"), requirement.strings("values")));
    }
    return requirements;
  }

  private static NodeAffinityArgs compile(
      @Nullable NodeSelector required, @Nullable List<PreferredSchedulingTerm> preferred, Problems problems) {
    NodeSelectorMatcher matcher = required == null ? null : NodeSelectorMatcher.of(required);
    PreferredNodeAffinity scorer = PreferredNodeAffinity.of(preferred);
    note("addedAffinity." + REQUIRED, matcher == null ? null : matcher.parseError(), problems);
    note("addedAffinity." + PREFERRED, scorer.parseError(), problems);
    return new NodeAffinityArgs(matcher, scorer);
  }

  private static void note(String path, @Nullable String error, Problems problems) {
    if (error != null) {
      problems.add(path, error);
    }
  }

  @Nullable NodeSelectorMatcher required() {
    return required;
  }

  PreferredNodeAffinity preferred() {
    return preferred;
  }
}
