package io.berth.simulator.record;

import io.berth.framework.cluster.ResourceKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a recording: lines of JSON, compressed; a header, the objects, the changes, and a last line without which it is incomplete. */
final class RecordingWriter {

  private final Writer out;
  private long lines;

  RecordingWriter(OutputStream out) throws IOException {
    this.out = new BufferedWriter(new OutputStreamWriter(new GZIPOutputStream(out), StandardCharsets.UTF_8));
  }

  void header(Instant start, boolean anonymised) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("berthRecording", Recording.VERSION);
    line.put("start", start.toString());
    line.put("anonymised", anonymised);
    line.put("kinds", RecordedKind.ALL.stream().map(each -> each.kind().toString()).toList());
    write(line);
  }

  void initial(ResourceKind<?> kind, Object tree) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("initial", kind.toString());
    line.put("object", tree);
    write(line);
  }

  void change(Duration at, Recording.Type type, ResourceKind<?> kind, Object tree) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("at", at.toNanos());
    line.put(type.name().toLowerCase(Locale.ROOT), kind.toString());
    line.put("object", tree);
    write(line);
  }

  /** The end of the file; with a time, its last line before it. */
  void end(@Nullable Duration at) throws IOException {
    try (out) {
      if (at == null) {
        return;
      }
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("at", at.toNanos());
      line.put("end", lines);
      write(line);
    }
  }

  private void write(Map<String, Object> line) throws IOException {
    out.write(RecordedKind.JSON.writeValueAsString(line));
    out.write('\n');
    lines++;
  }
}
