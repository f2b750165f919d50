package io.berth.app.config;

import io.berth.app.manifest.DocumentTree;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.manifest.Source;
import io.berth.framework.FeatureGates;
import io.berth.framework.Profile;
import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.InvalidArgsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code KubeSchedulerConfiguration} file says. Plugins that upstream has and Berth does not have yet are left out with a warning;
 * fields that only matter to a process on a real cluster are read by nobody here.
 *
 * <p>Source: kube-scheduler/config/v1/types.go, v0.37.2.
 *
 * @param profiles the profiles, in their order
 * @param percentageOfNodesToScore for profiles that do not say it themselves; 0 means adaptive
 * @param podInitialBackoff how long a pod waits after its first failure
 * @param podMaxBackoff how long it waits at most
 * @param gates the features that are on; no file says so, but the command's option
 */
public record SchedulerConfiguration(
    List<Profile> profiles,
    int percentageOfNodesToScore,
    Duration podInitialBackoff,
    Duration podMaxBackoff,
    FeatureGates gates) {

  static final String KIND = "KubeSchedulerConfiguration";

  /** What a real process needs and a profile does not. */
  private static final Set<String> OF_THE_PROCESS =
      Set.of(
          "clientConnection", "delayCacheUntilActive", "enableContentionProfiling", "enableProfiling", "leaderElection", "parallelism");

  /** Copies the list. */
  public SchedulerConfiguration {
    profiles = List.copyOf(profiles);
  }

  /** What upstream does without a file: the default profile for each of these scheduler names. */
  public static SchedulerConfiguration ofDefaults(List<String> schedulerNames) {
    var profiles = schedulerNames.stream().map(name -> DefaultProfile.builder(name).build()).toList();
    return new SchedulerConfiguration(
        profiles, 0, Duration.ofSeconds(1), Duration.ofSeconds(10), FeatureGates.defaults());
  }

  /** Reads a file; {@code null} when it cannot be used, which is told. */
  public static @Nullable SchedulerConfiguration read(Path file, Problems problems) {
    var source = new Source(file.toString(), 0, true, () -> Files.newInputStream(file));
    if (!Files.exists(file)) {
      problems.error(Problem.ofFile(file.toString(), "does not exist", "check the spelling"));
      return null;
    }
    Map<String, Object> tree = DocumentTree.read(source, problems);
    if (tree == null) {
      return null;
    }
    try {
      return of(file.toString(), tree, problems);
    } catch (InvalidArgsException e) {
      e.problems().forEach(p -> problems.error(Problem.ofFile(file.toString(), p, "")));
      return null;
    }
  }

  private static SchedulerConfiguration of(String file, Map<String, Object> whole, Problems problems) {
    var tree = new LinkedHashMap<>(whole);
    tree.keySet().removeAll(OF_THE_PROCESS);
    List<Map<String, Map<String, ?>>> args = PluginArgs.takeOut(tree);
    ArgsReader reader = ArgsReader.of(KIND, tree);
    if (!tree.containsKey("kind") || !tree.containsKey("apiVersion")) {
      reader.problems().add("", "has no kind " + KIND + " or no apiVersion");
    }
    if (!reader.objects("extenders").isEmpty()) {
      reader.problems().add("extenders", "HTTP extenders are not supported; a plugin does the same in process");
    }
    int percentage = percentage(reader);
    long initial = seconds(reader, "podInitialBackoffSeconds", 1);
    long max = seconds(reader, "podMaxBackoffSeconds", 10);
    if (max < initial) {
      reader.problems().add("podMaxBackoffSeconds", max + " is below podInitialBackoffSeconds " + initial);
    }
    var leftOut = new TreeSet<String>();
    var profiles = new ArrayList<Profile>();
    List<ArgsReader> sections = reader.objects("profiles");
    for (int i = 0; i < sections.size(); i++) {
      profiles.add(new ProfileReader(sections.get(i), i < args.size() ? args.get(i) : Map.of(), leftOut).read());
    }
    if (profiles.isEmpty()) {
      profiles.add(DefaultProfile.profile());
    }
    ProfileReader.checkNames(profiles, reader);
    reader.finish();
    if (!leftOut.isEmpty()) {
      problems.warning(
          "plugins left out",
          Problem.ofFile(file, "Berth has no " + String.join(", ", leftOut), "what the file says of them has no effect"));
    }
    return new SchedulerConfiguration(
        profiles, percentage, Duration.ofSeconds(initial), Duration.ofSeconds(max), FeatureGates.defaults());
  }

  /** The same without a plugin. */
  public SchedulerConfiguration without(String plugin) {
    var changed = profiles.stream().map(profile -> profile.toBuilder().disable(plugin).build()).toList();
    return new SchedulerConfiguration(changed, percentageOfNodesToScore, podInitialBackoff, podMaxBackoff, gates);
  }

  /** The same with other features on. */
  public SchedulerConfiguration withGates(FeatureGates other) {
    return new SchedulerConfiguration(profiles, percentageOfNodesToScore, podInitialBackoff, podMaxBackoff, other);
  }

  static int percentage(ArgsReader reader) {
    int percentage = reader.int32("percentageOfNodesToScore", 0);
    if (percentage < 0 || percentage > 100) {
      reader.problems().add(reader.path("percentageOfNodesToScore"), percentage + " is not between 0 and 100");
      return 0;
    }
    return percentage;
  }

  private static long seconds(ArgsReader reader, String field, long otherwise) {
    long seconds = reader.int64(field, otherwise);
    if (seconds < 1) {
      reader.problems().add(field, seconds + " is below 1");
      return otherwise;
    }
    return seconds;
  }
}
