package io.berth.app.run;

import io.berth.app.Console;
import io.berth.app.ExitCodes;
import io.berth.app.OptionChecks;
import io.berth.app.config.FeatureGatesOption;
import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.manifest.Problems;
import io.berth.framework.Profile;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth run}. */
@Command(
    name = "run",
    header = "Schedules the pods of a real cluster that ask for this scheduler.",
    description = {
      "",
      "Follows the cluster through its API server and binds each pod whose spec.schedulerName is one of the given names, until it is "
          + "told to stop (SIGINT or SIGTERM). It survives restarts of the API server. Two processes with the same name at once disturb "
          + "each other: there is no leader election yet.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  berth run --kubeconfig ~/.kube/config --scheduler-name berth",
      "  curl http://127.0.0.1:10251/readyz",
      "",
      "Exit status: 0 when it was told to stop; 2 when the command line, the kubeconfig or the API server cannot be used; "
          + "1 when it lost the cluster for good or something else failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class RunCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the cluster; without it as kubectl finds it, or by the service account of this pod.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--scheduler-name",
      paramLabel = "NAME",
      description = "Serve the pods that ask for this scheduler, with the default profile; may be given several times "
          + "(default-scheduler when neither this nor --config is given).")
  private List<String> schedulerNames = new ArrayList<>();

  @Option(names = "--config", paramLabel = "FILE", description = "A KubeSchedulerConfiguration with the profiles to use.")
  private @Nullable Path config;

  @Mixin private FeatureGatesOption featureGates = new FeatureGatesOption();

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Where to serve /healthz, /livez, /readyz and /metrics (default: ${DEFAULT-VALUE}; 0.0.0.0 for a pod's probes).")
  private String address = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "10251",
      description = "On which port; 0 takes any free one, -1 serves nothing (default: ${DEFAULT-VALUE}).")
  private int port;

  @Spec private CommandSpec spec;

  private final Console console;

  /** A command that says there what it does. */
  public RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    LogTimes.show();
    OptionChecks.refuseEmpty(spec);
    SchedulerConfiguration configuration = configuration();
    if (configuration == null) {
      return ExitCodes.UNUSABLE;
    }
    try (Termination termination = Termination.listen()) {
      int status = run(configuration, termination);
      console.err().flush();
      termination.finish(status);
      return status;
    }
  }

  private int run(SchedulerConfiguration configuration, Termination termination) throws InterruptedException {
    try (RunningScheduler running = RunningScheduler.start(configuration, kubeconfig, endpoint())) {
      say("serving pods that ask for " + names(configuration) + " on " + running.describe());
      while (!termination.awaitRequest(BETWEEN_LOOKS)) {
        String problem = running.end().orElse(null);
        if (problem != null) {
          say("lost the cluster: " + problem);
          return ExitCodes.FAILED;
        }
      }
      say("stopping");
      return ExitCodes.OK;
    } catch (UnusableException e) {
      console.err().println("error: " + e.getMessage());
      return ExitCodes.UNUSABLE;
    }
  }

  private @Nullable Endpoint endpoint() {
    if (port < -1 || port > 65_535) {
      throw new ParameterException(spec.commandLine(), "--port " + port + " is no port; 0 to 65535, or -1 for none.");
    }
    try {
      return port < 0 ? null : new Endpoint(InetAddress.getByName(address), port);
    } catch (UnknownHostException e) {
      throw new ParameterException(spec.commandLine(), "--address " + address + " is no address of this machine.");
    }
  }

  /** Where to listen. */
  record Endpoint(InetAddress address, int port) {}

  private static String names(SchedulerConfiguration configuration) {
    return String.join(", ", configuration.profiles().stream().map(Profile::schedulerName).toList());
  }

  private void say(String text) {
    console.err().println("berth: " + text);
    console.err().flush();
  }

  private @Nullable SchedulerConfiguration configuration() {
    if (config != null && !schedulerNames.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--config and --scheduler-name do not go together: the file names the schedulers.");
    }
    if (config == null) {
      List<String> names =
          schedulerNames.isEmpty() ? List.of(Profile.DEFAULT_SCHEDULER_NAME) : schedulerNames.stream().distinct().toList();
      return SchedulerConfiguration.ofDefaults(names).withGates(featureGates.gates());
    }
    Problems problems = new Problems();
    SchedulerConfiguration read = SchedulerConfiguration.read(config, problems);
    problems.warnings().forEach(warning -> console.err().println("warning: " + warning));
    problems.errors().forEach(error -> console.err().println("error: " + error));
    return problems.hasErrors() || read == null ? null : read.withGates(featureGates.gates());
  }
}
