package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ExitCodes;
import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.framework.Profile;
import io.berth.plugins.volumes.UnsupportedVolumes;
import io.berth.simulator.trace.WorkloadTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "  berth simulate --trace-format openb traces/openb",
      "",
      "Exit status: 0 when it ran, pods that stay pending included; 2 when the command line or the input cannot be used; "
          + "1 when something else failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class SimulateCommand implements Callable<Integer> {

  /** How the result is written. */
  enum Format {
    TABLE,
    JSON,
    YAML
  }

  /** Traces that can be replayed. */
  enum TraceFormat {
    OPENB
  }

  @Parameters(paramLabel = "FILE|DIR|-", arity = "1..*", description = "What to read.")
  private List<String> inputs = new ArrayList<>();

  @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", defaultValue = "TABLE", description = "table, json or yaml.")
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

  @Option(
      names = "--ignore-volumes",
      description = "Place pods as if they had no volumes. Without it a pod whose volumes matter to scheduling stays pending.")
  private boolean ignoreVolumes;

  @Option(
      names = "--trace-format",
      paramLabel = "FORMAT",
      description = "Replay a workload trace in virtual time; openb: a folder with its two CSV files.")
  private @Nullable TraceFormat traceFormat;

  @Spec private CommandSpec spec;

  private final Console console;

  /** A command that reads and writes there. */
  public SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    var problems = new Problems();
    World world = world(problems);
    boolean usable = world != null && (traceFormat == null ? simulate(world, problems) : replay(world, problems));
    console.out().flush();
    problems.warnings().forEach(warning -> console.err().println("warning: " + warning));
    problems.errors().forEach(error -> console.err().println("error: " + error));
    return usable ? ExitCodes.OK : ExitCodes.UNUSABLE;
  }

  private boolean simulate(World world, Problems problems) {
    SimulationInput input = InputReader.read(inputs, console, problems);
    if (input == null) {
      return false;
    }
    var wishes = new Simulation.Wishes(explain, ignoreVolumes, format != Format.TABLE);
    Report report = Simulation.run(input, world, wishes, console, problems);
    if (report == null) {
      return false;
    }
    switch (format) {
      case TABLE -> console.out().print(TableReport.of(report));
      case JSON -> OutputWriter.json(ReportTree.of(report), console.out());
      case YAML -> OutputWriter.yaml(ReportTree.of(report), console.out());
    }
    return true;
  }

  private boolean replay(World world, Problems problems) {
    if (inputs.size() != 1 || !explain.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "A trace is one folder, and --explain does not go with it.");
    }
    WorkloadTrace trace = Traces.openb(Path.of(inputs.get(0)), problems);
    if (trace == null) {
      return false;
    }
    TraceReport report = TraceReplay.run(trace, world, console);
    switch (format) {
      case TABLE -> console.out().print(report.text());
      case JSON -> OutputWriter.json(report.tree(), console.out());
      case YAML -> OutputWriter.yaml(report.tree(), console.out());
    }
    return true;
  }

  private @Nullable World world(Problems problems) {
    SchedulerConfiguration configuration = configuration(problems);
    if (configuration == null) {
      return null;
    }
    try {
      return World.of(configuration);
    } catch (IllegalArgumentException e) {
      problems.error(Problem.ofFile(config == null ? "the default profile" : config.toString(), String.valueOf(e.getMessage()), ""));
      return null;
    }
  }

  private @Nullable SchedulerConfiguration configuration(Problems problems) {
    if (config != null && !schedulerNames.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--config and --scheduler-name do not go together: the file names the schedulers.");
    }
    List<String> names = schedulerNames.isEmpty() ? List.of(Profile.DEFAULT_SCHEDULER_NAME) : schedulerNames.stream().distinct().toList();
    var read = config == null ? SchedulerConfiguration.ofDefaults(names) : SchedulerConfiguration.read(config, problems);
    return read == null || !ignoreVolumes ? read : read.without(UnsupportedVolumes.NAME);
  }
}
