package io.berth.app.simulate;

import io.berth.app.Console;
import io.berth.app.ProgressLine;
import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.ManifestReader;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.manifest.Source;
import io.berth.app.manifest.Sources;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what the user named, and shows how far it has come. */
final class InputReader {

  private InputReader() {}

  /** The input; {@code null} when it cannot be used, which is told. */
  static @Nullable SimulationInput read(List<String> arguments, Console console, Problems problems) {
    var inventory = new Inventory(problems);
    var progress = new ProgressLine(console);
    new ManifestReader(inventory, problems, (source, bytes, objects) -> progress.show(() -> text(source, bytes, objects)))
        .read(Sources.of(arguments, console.in(), problems));
    progress.clear();
    if (!problems.hasErrors() && inventory.manifests().isEmpty()) {
      problems.error(new Problem(null, "", "", "nothing in the input is used by a simulation", "give it nodes and pods, or workloads"));
    }
    SimulationInput input = problems.hasErrors() ? null : SimulationInput.of(inventory, problems);
    return problems.hasErrors() ? null : input;
  }

  private static String text(Source source, long bytes, long objects) {
    String share =
        source.size() > 0
            ? 100 * bytes / source.size() + "% of " + megabytes(source.size())
            : megabytes(bytes);
    return "reading " + source.name() + ": " + share + ", " + objects + " objects";
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
