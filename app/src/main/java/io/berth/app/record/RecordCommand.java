package io.berth.app.record;

import io.berth.app.Console;
import io.berth.app.ExitCodes;
import io.berth.app.OptionChecks;
import io.berth.app.manifest.IoReason;
import io.berth.app.run.LogTimes;
import io.berth.app.run.UnusableException;
import io.berth.app.simulate.SimulateCommand;
import io.berth.app.timeline.TimeText;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.record.ClusterRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code berth record}: what {@code berth simulate} does, with somebody who looks on. */
@Command(
    name = "record",
    header = "Records what happens in a cluster, for berth simulate --replay.",
    description = {
      "",
      "Simulates what berth simulate would, with the same options, and writes the cluster's events to a file: what is there at the start, "
          + "and each change with its time. Only fields that scheduling reads are recorded. With --kubeconfig a real cluster is recorded; "
          + "nothing is written to it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  berth record examples/manifests/shop --out shop.berth",
      "  berth record cluster.yaml --anonymise --out report.berth",
      "  berth record --kubeconfig ~/.kube/config --for 10m --anonymise --out report.berth",
      "  berth simulate --replay report.berth",
      "",
      "Exit status: 0 when it was recorded; 2 when the command line or the input cannot be used; 1 when something else failed."
    })
public final class RecordCommand extends SimulateCommand {

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "Where the recording goes; a file that is there is replaced.")
  private Path out = Path.of("");

  @Option(
      names = "--anonymise",
      description = "Replace names, labels, images and the like by numbers, so that what matched still matches; amounts stay.")
  private boolean anonymise;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Record the cluster of this kubeconfig instead of a simulation, until --for is over or the process is interrupted.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--without-devices",
      description = "Leave out resource claims, slices and device classes: for a cluster that does not have them, or that does not let you see them.")
  private boolean withoutDevices;

  @Option(names = "--for", paramLabel = "TIME", description = "How long to record the cluster of --kubeconfig, such as 90s or 2h.")
  private @Nullable String length;

  @Spec private CommandSpec spec;

  private final Console console;
  private @Nullable ClusterRecorder recorder;

  /** A command that reads and writes there. */
  public RecordCommand(Console console) {
    super(console);
    this.console = console;
  }

  @Override
  protected void beforeStart(InMemoryCluster cluster, VirtualTime time) {
    try {
      recorder = ClusterRecorder.start(cluster, time::now, Runnable::run, Files.newOutputStream(out), options());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Integer call() {
    OptionChecks.refuseEmpty(spec);
    String reason = IoReason.againstWriting(out, read());
    if (reason != null) {
      return unwritable(reason);
    }
    try {
      if (kubeconfig != null) {
        return live(kubeconfig);
      }
      if (length != null) {
        throw new ParameterException(spec.commandLine(), "--for goes with --kubeconfig; a simulation ends by itself, or with --until.");
      }
      int status = super.call();
      return recorder == null ? status : Math.max(status, end(recorder));
    } catch (UncheckedIOException e) {
      return unwritable(IoReason.ofWriting(out, e));
    }
  }

  @Override
  protected List<String> read() {
    return kubeconfig == null ? super.read() : List.of(kubeconfig.toString());
  }

  private int unwritable(String reason) {
    console.err().println("error: " + out + ": cannot be written (" + reason + ")");
    return ExitCodes.UNUSABLE;
  }

  private int live(Path kubeconfig) {
    LogTimes.show();
    if (!spec.commandLine().getParseResult().matchedPositionals().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--kubeconfig records a cluster, and files do not go with it.");
    }
    Duration atMost = null;
    if (length != null) {
      String given = length;
      atMost =
          TimeText.parse(given, Instant.EPOCH)
              .orElseThrow(() -> new ParameterException(spec.commandLine(), "--for " + given + " is no length of time; write it like 90s, 10m or 2h."));
    }
    try {
      return new LiveRecording(console, out, options(), atMost).record(kubeconfig, this::report);
    } catch (UnusableException e) {
      console.err().println("error: " + e.getMessage());
      return ExitCodes.UNUSABLE;
    }
  }

  private ClusterRecorder.Options options() {
    return new ClusterRecorder.Options(anonymise, !withoutDevices);
  }

  private int end(ClusterRecorder recorder) {
    recorder.end();
    return report(recorder);
  }

  private int report(ClusterRecorder recorder) {
    recorder.problem().ifPresent(problem -> console.err().println("error: " + out + ": " + problem));
    if (recorder.problem().isPresent()) {
      return ExitCodes.FAILED;
    }
    console.err().println("berth: recorded " + recorder.changes() + " changes in " + out);
    return ExitCodes.OK;
  }
}
