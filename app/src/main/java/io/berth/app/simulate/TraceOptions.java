package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.OptionChecks;
import io.berth.app.manifest.Problems;
import io.berth.simulator.trace.GeneratedTrace;
import io.berth.simulator.trace.OpenbTrace;
import io.berth.simulator.trace.WorkloadTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which trace is replayed in the place of manifests, if one is. */
final class TraceOptions {

  /** Traces that can be replayed. */
  enum Format {
    OPENB,
    OPSCHE
  }

  @Option(
      names = "--trace-format",
      paramLabel = "FORMAT",
      converter = WordReader.OfTrace.class,
      description = "Replay a workload trace in virtual time; openb: a folder with its two CSV files; opsche: one that is made up.")
  private @Nullable Format format;

  @Option(
      names = "--gpus",
      paramLabel = "KIND",
      defaultValue = "devices",
      converter = WordReader.OfGpus.class,
      description =
          "What the GPUs of an openb trace are: devices that claims share, or an extended-resource of nodes in thousandths "
              + "(default: devices).")
  private OpenbTrace.Gpus gpus = OpenbTrace.Gpus.DEVICES;

  @Mixin private GeneratedTraceOptions generated = new GeneratedTraceOptions();

  boolean isGiven() {
    return format != null;
  }

  /** Whether the trace is made up, so that nothing is read. */
  boolean isMadeUp() {
    return format == Format.OPSCHE;
  }

  /** Refuses options of traces that this one does not have. */
  void check(CommandSpec command) {
    OptionChecks.refuseUnless(isMadeUp(), "--trace-format opsche", command, GeneratedTraceOptions.NAMES);
    OptionChecks.refuseUnless(format == Format.OPENB, "--trace-format openb", command, List.of("--gpus"));
  }

  /**
   * Replays it; {@code null} when there is no such trace, which is told.
   *
   * @param inputs the one folder that it is in, unless it is made up
   * @param end when the replay ends, or {@code null} for the trace's own end
   */
  @Nullable TraceReport replay(List<String> inputs, World world, @Nullable Duration end, Console console, Problems problems) {
    if (isMadeUp()) {
      GeneratedTrace trace = generated.generate(end, problems);
      return trace == null ? null : TraceReplay.run(trace.trace(), world, trace.length(), console);
    }
    WorkloadTrace trace = Traces.openb(Path.of(inputs.get(0)), gpus, problems);
    return trace == null ? null : TraceReplay.run(trace, world, end, console);
  }
}
