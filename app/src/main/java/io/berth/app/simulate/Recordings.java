package io.berth.app.simulate;

import io.berth.app.manifest.IoReason;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingReader;
import io.berth.simulator.record.UnreadableRecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the recordings that the user names. */
final class Recordings {

  private Recordings() {}

  /** The recording; {@code null} when it cannot be used, which is told. */
  static @Nullable Recording read(Path file, Problems problems) {
    String advice = "--replay takes a file that berth record wrote";
    if (!Files.isRegularFile(file)) {
      problems.error(Problem.ofFile(file.toString(), Files.exists(file) ? "is no file" : "does not exist", advice));
      return null;
    }
    try {
      return RecordingReader.read(file);
    } catch (UnreadableRecordingException e) {
      problems.error(Problem.ofFile(file.toString(), String.valueOf(e.getMessage()), ""));
    } catch (IOException e) {
      problems.error(Problem.ofFile(file.toString(), "cannot be read (" + IoReason.of(e) + ")", advice));
    }
    return null;
  }
}
