package io.berth.app.script;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.ManifestReader;
import io.berth.app.manifest.Origin;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.manifest.Source;
import io.berth.app.manifest.Sources;
import io.berth.app.manifest.StepReader;
import io.berth.app.script.Action.Target;
import io.berth.app.script.Action.TargetKind;
import io.berth.app.timeline.TimeText;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a script, and tells everything that is wrong with it. */
public final class ScriptReader {

  /** Each verb, and the further fields that it takes. */
  private static final Map<String, Set<String>> VERBS = new LinkedHashMap<>();

  static {
    VERBS.put("create", Set.of());
    VERBS.put("apply", Set.of());
    VERBS.put("delete", Set.of());
    VERBS.put("finish", Set.of("phase"));
    VERBS.put("patch", Set.of("with"));
    VERBS.put("cordon", Set.of());
    VERBS.put("uncordon", Set.of());
    VERBS.put("drain", Set.of());
    VERBS.put("scale", Set.of("replicas"));
  }

  private final Path folder;
  private final Instant start;
  private final Problems problems;

  private ScriptReader(Path folder, Instant start, Problems problems) {
    this.folder = folder;
    this.start = start;
    this.problems = problems;
  }

  /**
   * Reads the file; if there are errors, the result must not be used.
   *
   * @param start when the run begins, for steps at an instant
   */
  public static Script read(Path file, Instant start, Problems problems) {
    if (Files.isDirectory(file)) {
      problems.error(Problem.ofFile(file.toString(), "is a directory", "name a file that has the steps"));
      return Script.EMPTY;
    }
    var parent = file.toAbsolutePath().getParent();
    var reader = new ScriptReader(parent == null ? Path.of("") : parent, start, problems);
    List<Source> sources = Sources.of(List.of(file.toString()), InputStream.nullInputStream(), problems);
    var steps = new ArrayList<Script.Step>();
    for (Source source : sources) {
      for (StepReader.Step step : StepReader.read(source, Set.of("create", "apply"), "with", problems)) {
        reader.step(step).ifPresent(steps::add);
      }
    }
    steps.sort(Comparator.comparing(Script.Step::at));
    return new Script(steps);
  }

  private Optional<Script.Step> step(StepReader.Step step) {
    List<String> verbs = step.fields().keySet().stream().filter(VERBS::containsKey).toList();
    Duration at = at(step);
    if (verbs.size() != 1) {
      String known = String.join(", ", VERBS.keySet());
      error(step.origin(), "", verbs.isEmpty() ? "the step does nothing" : "the step does several things: " + String.join(", ", verbs),
          "give it exactly one of " + known);
      return Optional.empty();
    }
    String verb = verbs.get(0);
    var known = new TreeSet<>(VERBS.get(verb));
    known.addAll(List.of("at", verb));
    step.fields().forEach((name, field) -> {
      if (!known.contains(name)) {
        error(field.origin(), name, "unknown field of a step that does " + verb, "it has " + String.join(", ", known));
      }
    });
    Action action = action(verb, step);
    return at == null || action == null
        ? Optional.empty()
        : Optional.of(new Script.Step(at, step.origin(), text(verb, step.fields(), action), action));
  }

  private static String text(String verb, Map<String, StepReader.Field> fields, Action action) {
    Object value = fields.get(verb).value();
    if (action instanceof Action.Put put && value == null) {
      return verb + " " + String.join(", ", put.manifests().stream().map(Manifest::subject).toList());
    }
    if (action instanceof Action.Scale scale) {
      return verb + " " + value + " to " + scale.replicas();
    }
    return verb + " " + value;
  }

  private @Nullable Duration at(StepReader.Step step) {
    StepReader.Field field = step.fields().get("at");
    if (field == null) {
      error(step.origin(), "at", "is missing", TimeText.ADVICE);
      return null;
    }
    Optional<Duration> at = TimeText.parse(String.valueOf(field.value()), start);
    if (at.isEmpty()) {
      error(field.origin(), "at", "\"" + field.value() + "\" is no time of this run", TimeText.ADVICE);
    }
    return at.orElse(null);
  }

  private @Nullable Action action(String verb, StepReader.Step step) {
    StepReader.Field field = step.fields().get(verb);
    if (verb.equals("create") || verb.equals("apply")) {
      return put(verb, field);
    }
    boolean node = verb.endsWith("cordon") || verb.equals("drain");
    Target target = field.value() instanceof String text ? target(text, node, field.origin(), verb) : null;
    if (target == null) {
      if (!(field.value() instanceof String)) {
        error(field.origin(), verb, "must be text", node ? "name a node" : "write it like pod/shop/web-0");
      }
      return null;
    }
    return switch (verb) {
      case "delete" -> new Action.Delete(target);
      case "finish" -> finish(target, step);
      case "patch" -> patch(target, step);
      case "cordon", "uncordon" -> new Action.Cordon(target, verb.equals("cordon"));
      case "drain" -> new Action.Drain(target);
      default -> scale(target, step);
    };
  }

  private @Nullable Action put(String verb, StepReader.Field field) {
    if (!(field.value() instanceof String file)) {
      if (field.value() != null || field.manifests().isEmpty()) {
        if (!problems.hasErrors()) {
          error(field.origin(), verb, "has no manifest", "give an object, a list of objects, or the name of a file");
        }
        return null;
      }
      return new Action.Put(field.manifests(), verb.equals("apply"));
    }
    Path path = folder.resolve(file);
    var inventory = new Inventory(problems);
    long before = problems.errorCount();
    List<Source> sources = Sources.of(List.of(path.toString()), InputStream.nullInputStream(), problems);
    if (problems.errorCount() > before) {
      error(field.origin(), verb, "names the file " + file + ", which cannot be read", "name a file beside the script");
    }
    new ManifestReader(inventory, problems, (source, bytes, objects) -> {}).read(sources);
    return new Action.Put(inventory.manifests(), verb.equals("apply"));
  }

  private Action finish(Target target, StepReader.Step step) {
    StepReader.Field phase = step.fields().get("phase");
    String text = phase == null ? "Succeeded" : String.valueOf(phase.value());
    if (target.kind() != TargetKind.POD) {
      error(step.origin(), "finish", target + " is no pod", "only pods end");
    }
    if (phase != null && !text.equals("Succeeded") && !text.equals("Failed")) {
      error(phase.origin(), "phase", "\"" + text + "\" is no end of a pod", "give Succeeded or Failed");
    }
    return new Action.Finish(target, text);
  }

  private @Nullable Action patch(Target target, StepReader.Step step) {
    StepReader.Field with = step.fields().get("with");
    if (with == null || with.patch() == null) {
      error(with == null ? step.origin() : with.origin(), "with", "is missing or no object", "give the fields to change");
      return null;
    }
    if (target.kind().isWorkload()) {
      error(step.origin(), "patch", target + " cannot be patched", "patch pods and nodes; scale workloads");
    }
    return new Action.Patch(target, with.patch());
  }

  private @Nullable Action scale(Target target, StepReader.Step step) {
    StepReader.Field field = step.fields().get("replicas");
    if (!target.kind().isWorkload()) {
      error(step.origin(), "scale", target + " cannot be scaled", "scale a deployment, replicaset, statefulset or replicationcontroller");
    }
    if (field == null || !(field.value() instanceof Long count) || count < 0 || count > 100_000) {
      error(field == null ? step.origin() : field.origin(), "replicas", "is missing or no number of pods", "give a whole number from 0 to 100000");
      return null;
    }
    return new Action.Scale(target, count.intValue());
  }

  private @Nullable Target target(String text, boolean node, Origin origin, String verb) {
    String[] parts = text.split("/", -1);
    if (node && parts.length == 1 && !text.isBlank()) {
      return new Target(TargetKind.NODE, "", text);
    }
    TargetKind kind = null;
    for (TargetKind candidate : TargetKind.values()) {
      String word = parts[0].toLowerCase(Locale.ROOT);
      kind = word.equals(candidate.word()) || word.equals(candidate.word() + "s") ? candidate : kind;
    }
    boolean namespaced = parts.length == 3 && kind != TargetKind.NODE;
    if (kind == null || !(parts.length == 2 || namespaced) || parts[parts.length - 1].isBlank()) {
      error(origin, verb, "\"" + text + "\" names no object", "write it like pod/web-0, pod/shop/web-0 or node/node-a; a star stands for any letters");
      return null;
    }
    if (node && kind != TargetKind.NODE) {
      error(origin, verb, "\"" + text + "\" is no node", "name a node");
      return null;
    }
    return new Target(kind, kind == TargetKind.NODE ? "" : namespaced ? parts[1] : "default", parts[parts.length - 1]);
  }

  private void error(Origin origin, String field, String what, String advice) {
    problems.error(new Problem(origin, "", field, what, advice));
  }
}
