package io.berth.app.simulate;

import io.berth.app.manifest.IoReason;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.page.Explanations;
import io.berth.app.page.HtmlPage;
import io.berth.app.timeline.Moment;
import io.berth.app.timeline.Recorder;
import io.berth.app.timeline.TimelineText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of a run: explains cycles as they come, and is written at the end. */
final class PageOutput {

  private final Path file;
  private final Recorder recorder;
  private final TimelineText text;
  private final Explanations explanations;

  PageOutput(Path file, World world, Recorder recorder) {
    this.file = file;
    this.recorder = recorder;
    text = recorder.text();
    explanations = new Explanations(pod -> world.explain(recorder.pod(pod)));
  }

  /**
   * Whether nothing is seen, before the run, that would keep the page from being written; otherwise it is told.
   *
   * @param read what the run reads, which is not to be lost
   */
  static boolean canBeWritten(@Nullable Path file, List<String> read, Problems problems) {
    if (file == null) {
      return true;
    }
    String reason = IoReason.againstWriting(file, read);
    if (reason != null) {
      problems.error(unwritable(file, reason));
    }
    return reason == null;
  }

  private static Problem unwritable(Path file, String reason) {
    return Problem.ofFile(file.toString(), "cannot be written (" + reason + ")", "name a file that can be written");
  }

  /** To be told of each moment when it comes. */
  void hear(Moment moment) {
    explanations.hear(moment, moment.node() < 0 ? "" : text.node(moment.node()));
  }

  /** Writes it when the run is over; false when it cannot be written, which is told. */
  boolean write(String title, Problems problems) {
    explanations.end();
    try {
      HtmlPage.write(file, title, recorder.history(), explanations);
      return true;
    } catch (IOException e) {
      problems.error(unwritable(file, IoReason.ofWriting(file, e)));
      return false;
    }
  }
}
