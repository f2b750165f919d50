package io.berth.app.simulate;

import io.berth.app.manifest.Origin;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.simulator.trace.OpenbTrace;
import io.berth.simulator.trace.TraceProblem;
import io.berth.simulator.trace.WorkloadTrace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The traces that the command can replay. */
final class Traces {

  private Traces() {}

  /** The openb trace of a folder; {@code null} when it cannot be used, which is told. */
  static @Nullable WorkloadTrace openb(Path folder, OpenbTrace.Gpus gpus, Problems problems) {
    return OpenbTrace.read(folder, gpus, problem -> problems.error(told(problem))).orElse(null);
  }

  private static Problem told(TraceProblem problem) {
    var origin = new Origin(problem.file().toString(), 0, 0, problem.line());
    return new Problem(origin, "", problem.column(), problem.what(), problem.advice());
  }
}
