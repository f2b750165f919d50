package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ExitCodes;
import io.berth.app.OptionChecks;
import io.berth.app.config.FeatureGatesOption;
import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.manifest.Printable;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.script.Script;
import io.berth.app.script.ScriptReader;
import io.berth.app.timeline.History;
import io.berth.app.timeline.Moment;
import io.berth.app.timeline.Recorder;
import io.berth.app.timeline.TimeText;
import io.berth.app.timeline.TimelineText;
import io.berth.framework.Profile;
import io.berth.plugins.volumes.UnsupportedVolumes;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingPlayer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code berth simulate}. */
@Command(
    name = "simulate",
    header = "Schedules what is pending in manifests around what is running, without a cluster.",
    description = {
      "",
      "Reads Kubernetes objects as kubectl prints them: any mix of YAML and JSON documents and lists, from files, directories "
          + "(*.yaml, *.yml, *.json below them) and standard input (-). Pods without a node are scheduled as kube-scheduler would; "
          + "Deployments, ReplicaSets, StatefulSets, Jobs and DaemonSets are expanded to their pods.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  berth simulate examples/manifests/shop",
      "  kubectl get nodes,pods,priorityclasses -A -o yaml | berth simulate -",
      "  berth simulate cluster.yaml new-deployment.yaml -o json",
      "  berth simulate cluster.yaml --explain shop/web-0",
      "  berth simulate cluster.yaml --script changes.yaml --until 10m --timeline",
      "  berth simulate cluster.yaml --html cluster.html",
      "  berth simulate --trace-format openb traces/openb",
      "  berth simulate --trace-format opsche --nodes 16 --inter-arrival 4s --seed 1",
      "  berth simulate --replay report.berth",
      "",
      "Exit status: 0 when it ran, pods that stay pending included; 2 when the command line or the input cannot be used; "
          + "3 when memory ran out; 1 when something else failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
public class SimulateCommand implements Callable<Integer> {

  /** How the result is written. */
  enum Format {
    TABLE,
    JSON,
    YAML
  }

  @Parameters(paramLabel = "FILE|DIR|-", arity = "0..*", description = "What to read.")
  private List<String> inputs = new ArrayList<>();

  @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "table", converter = WordReader.OfFormat.class, description = "table, json or yaml.")
  private Format format = Format.TABLE;

  @Option(
      names = "--explain",
      paramLabel = "POD",
      description = "Tell what every plugin thinks of this pod on every node; NAME or NAMESPACE/NAME, may be given several times.")
  private List<String> explain = new ArrayList<>();

  @Option(
      names = "--scheduler-name",
      paramLabel = "NAME",
      description = "Schedule the pods that ask for this scheduler, with the default profile; may be given several times.")
  private List<String> schedulerNames = new ArrayList<>();

  @Option(names = "--config", paramLabel = "FILE", description = "A KubeSchedulerConfiguration with the profiles to use.")
  private @Nullable Path config;

  @Mixin private FeatureGatesOption featureGates = new FeatureGatesOption();

  @Option(
      names = "--ignore-volumes",
      description = "Place pods as if they had no volumes. Without it a pod whose volumes matter to scheduling stays pending.")
  private boolean ignoreVolumes;

  @Mixin private TraceOptions trace = new TraceOptions();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "How long to go on, such as 90s, 2h or an instant; until nothing changes any more unless given.")
  private @Nullable String until;

  @Option(names = "--script", paramLabel = "FILE", description = "What changes meanwhile, and when: a list of timed steps.")
  private @Nullable Path script;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "So many times as fast as the clock; as fast as possible unless given.")
  private @Nullable Double speed;

  @Option(names = "--timeline", description = "Tell what happened when, and why. With --speed each line is shown when its time comes.")
  private boolean timeline;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Play a recording of berth record again, and compare what the recorded scheduler decided with what is decided here.")
  private @Nullable Path replay;

  @Option(
      names = "--replay-mode",
      paramLabel = "MODE",
      defaultValue = "decide",
      converter = WordReader.OfReplay.class,
      description =
          "decide: pods go where this scheduler puts them; follow: the cluster stays as it was, and each decision is judged by itself "
              + "(default: decide).")
  private RecordingPlayer.Mode replayMode = RecordingPlayer.Mode.DECIDE;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page that shows the cluster over time and explains every pod; it needs nothing but a browser.")
  private @Nullable Path html;

  @Spec private CommandSpec spec;

  private final Console console;
  private @Nullable PageOutput page;

  /** A command that reads and writes there. */
  public SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    var problems = new Problems();
    requireInput();
    World world = PageOutput.canBeWritten(html, read(), problems) ? world(problems) : null;
    Recorder recorder = world == null ? null : recorder(world);
    boolean usable = world != null && run(world, recorder, problems);
    console.out().flush();
    problems.warnings().forEach(warning -> console.err().println("warning: " + warning));
    problems.errors().forEach(error -> console.err().println("error: " + error));
    return usable ? ExitCodes.OK : ExitCodes.UNUSABLE;
  }

  /** The names of what is read. */
  protected List<String> read() {
    Stream<String> options = Stream.of(config, script, replay).filter(Objects::nonNull).map(Path::toString);
    return Stream.concat(inputs.stream(), options).toList();
  }

  private void requireInput() {
    OptionChecks.refuseEmpty(spec);
    trace.check(spec);
    OptionChecks.refuseUnless(replay != null, "--replay", spec, List.of("--replay-mode"));
    if (replay == null && !trace.isMadeUp() && inputs.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE|DIR|-'");
    }
    if (replay != null && (!inputs.isEmpty() || trace.isGiven() || !explain.isEmpty() || script != null || until != null || speed != null)) {
      String others = "files, --trace-format, --explain, --script, --until and --speed do not go with it.";
      throw new ParameterException(spec.commandLine(), "--replay FILE says all that happens: " + others);
    }
  }

  private boolean run(World world, @Nullable Recorder recorder, Problems problems) {
    world.beforeStart(() -> beforeStart(world.cluster(), world.time()));
    if (replay != null) {
      return replayRecording(replay, world, recorder, problems);
    }
    return trace.isGiven() ? replayTrace(world, recorder, problems) : simulate(world, recorder, problems);
  }

  /** Called when everything is loaded and the scheduler is about to start; for commands that look on. */
  protected void beforeStart(InMemoryCluster cluster, VirtualTime time) {}

  private boolean simulate(World world, @Nullable Recorder recorder, Problems problems) {
    Plan plan = plan(world, recorder, problems);
    SimulationInput input = InputReader.read(inputs, console, problems);
    if (input == null) {
      return false;
    }
    var wishes = new Simulation.Wishes(explain, ignoreVolumes, plan, format != Format.TABLE);
    Report report = Simulation.run(input, world, wishes, console, problems);
    if (report == null) {
      return false;
    }
    write(recorder, () -> TableReport.of(report), () -> ReportTree.of(report));
    return writePage(problems);
  }

  /** Writes the page, if one is wanted; false when it cannot be written, which is told. */
  private boolean writePage(Problems problems) {
    if (page == null) {
      return true;
    }
    Stream<String> names = replay == null ? inputs.stream() : Stream.of(replay.toString());
    String title = names.map(name -> name.equals("-") ? "standard input" : name).collect(Collectors.joining(", "));
    return page.write(title, problems);
  }

  /** Before a table, the timeline; in a tree, behind everything else. */
  private void write(@Nullable Recorder recorder, Supplier<String> table, Supplier<Map<String, Object>> tree) {
    History history = timeline && recorder != null ? recorder.history() : null;
    if (format == Format.TABLE) {
      if (history != null && speed == null) {
        console.out().print(Printable.lines("Timeline\n" + TimelineText.of(history, "") + "\n"));
      } else if (history != null) {
        console.out().println();
      }
      console.out().print(Printable.lines(table.get()));
      return;
    }
    var all = new LinkedHashMap<>(tree.get());
    if (history != null) {
      all.put("timeline", TimelineText.tree(history));
    }
    if (format == Format.JSON) {
      OutputWriter.json(all, console.out());
    } else {
      OutputWriter.yaml(all, console.out());
    }
  }

  private @Nullable Recorder recorder(World world) {
    if (!timeline && html == null) {
      return null;
    }
    var listeners = new ArrayList<Consumer<Moment>>();
    var recorder = new Recorder(world.time(), moment -> listeners.forEach(listener -> listener.accept(moment)));
    if (html != null) {
      page = new PageOutput(html, world, recorder);
      listeners.add(page::hear);
    }
    TimelineText text = recorder.text();
    if (timeline && speed != null && format == Format.TABLE) {
      listeners.add(moment -> {
        console.out().println(text.line(moment));
        console.out().flush();
      });
    }
    world.record(recorder);
    return recorder;
  }

  private Plan plan(World world, @Nullable Recorder recorder, Problems problems) {
    Instant start = world.time().now();
    Script steps = script == null ? Script.EMPTY : ScriptReader.read(script, start, problems);
    return new Plan(steps, until(start), text -> {
      if (recorder != null) {
        recorder.step(text);
      }
    });
  }

  private @Nullable Duration until(Instant start) {
    if (until == null) {
      return null;
    }
    return TimeText.parse(until, start)
        .orElseThrow(() -> new ParameterException(spec.commandLine(), "--until " + until + " is no time of this run; " + TimeText.ADVICE + "."));
  }

  private boolean replayTrace(World world, @Nullable Recorder recorder, Problems problems) {
    if (inputs.size() != (trace.isMadeUp() ? 0 : 1) || !explain.isEmpty() || script != null) {
      String input = trace.isMadeUp() ? "This trace is made up: there is nothing to read, and" : "A trace is one folder, and";
      throw new ParameterException(spec.commandLine(), input + " neither --explain nor --script goes with it.");
    }
    TraceReport report = trace.replay(inputs, world, until(world.time().now()), console, problems);
    if (report == null) {
      return false;
    }
    write(recorder, report::text, report::tree);
    return writePage(problems);
  }

  private boolean replayRecording(Path file, World world, @Nullable Recorder recorder, Problems problems) {
    Recording recording = Recordings.read(file, problems);
    if (recording == null) {
      return false;
    }
    ReplayReport report = RecordingReplay.run(recording, replayMode, world, console, problems);
    write(recorder, report::text, report::tree);
    return writePage(problems);
  }

  private @Nullable World world(Problems problems) {
    SchedulerConfiguration configuration = configuration(problems);
    if (configuration == null) {
      return null;
    }
    try {
      boolean looksOn = replay != null && replayMode == RecordingPlayer.Mode.FOLLOW;
      return looksOn ? World.watching(configuration) : World.of(configuration, pace());
    } catch (IllegalArgumentException e) {
      problems.error(Problem.ofFile(config == null ? "the default profile" : config.toString(), String.valueOf(e.getMessage()), ""));
      return null;
    }
  }

  private Pace pace() {
    if (speed == null) {
      return Pace.FLAT_OUT;
    }
    if (!(speed > 0) || speed.isInfinite()) {
      throw new ParameterException(spec.commandLine(), "--speed " + speed + " is no factor; give a number above 0, such as 1 or 60.");
    }
    return Pace.times(speed, console.nanoTime(), LockSupport::parkNanos);
  }

  private @Nullable SchedulerConfiguration configuration(Problems problems) {
    if (config != null && !schedulerNames.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--config and --scheduler-name do not go together: the file names the schedulers.");
    }
    if (schedulerNames.contains("")) {
      throw new ParameterException(spec.commandLine(), "--scheduler-name is empty; give the name that pods have in spec.schedulerName.");
    }
    List<String> names = schedulerNames.isEmpty() ? List.of(Profile.DEFAULT_SCHEDULER_NAME) : schedulerNames.stream().distinct().toList();
    var read = config == null ? SchedulerConfiguration.ofDefaults(names) : SchedulerConfiguration.read(config, problems);
    if (read == null) {
      return null;
    }
    SchedulerConfiguration gated = read.withGates(featureGates.gates());
    return ignoreVolumes ? gated.without(UnsupportedVolumes.NAME) : gated;
  }
}
