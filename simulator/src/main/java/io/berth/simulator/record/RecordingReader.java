package io.berth.simulator.record;

import io.berth.simulator.record.Recording.Change;
import io.berth.simulator.record.Recording.Type;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Reads recordings. Not thread-safe. */
public final class RecordingReader {

  private static final String NO_RECORDING = "is no recording of berth record";

  private final List<HasMetadata> initial = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private long lines;
  private boolean cut;
  private Duration last = Duration.ZERO;

  private RecordingReader() {}

  /**
   * Reads a file.
   *
   * @throws UnreadableRecordingException when it is no whole recording of the version that is known here
   * @throws IOException when the file itself cannot be read
   */
  public static Recording read(Path file) throws IOException, UnreadableRecordingException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  /** Reads a recording; see {@link #read(Path)}. */
  public static Recording read(InputStream in) throws IOException, UnreadableRecordingException {
    var reader = new RecordingReader();
    try {
      return reader.whole(new BufferedReader(new InputStreamReader(reader.new UpToTheCut(new GZIPInputStream(in)), StandardCharsets.UTF_8)));
    } catch (EOFException cut) {
      throw new UnreadableRecordingException(NO_RECORDING + ": it is empty, or breaks off at once");
    } catch (ZipException notCompressed) {
      throw new UnreadableRecordingException(
          reader.lines == 0 ? NO_RECORDING + ": it is not compressed as one" : "is damaged after line " + reader.lines + ": " + notCompressed.getMessage());
    } catch (UnreadableRecordingException e) {
      throw reader.cut && reader.lines > 0 ? reader.truncated() : e;
    }
  }

  /** Ends where a truncated file does, so that what is whole can be counted. */
  private final class UpToTheCut extends FilterInputStream {
    UpToTheCut(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        return super.read(bytes, from, length);
      } catch (EOFException e) {
        cut = true;
        return -1;
      }
    }
  }

  private Recording whole(BufferedReader in) throws IOException, UnreadableRecordingException {
    String first = in.readLine();
    Map<?, ?> header = first == null ? null : tree(first);
    if (header == null || !(header.get("berthRecording") instanceof Number version)) {
      throw new UnreadableRecordingException(NO_RECORDING + ": its first line is no header");
    }
    if (version.longValue() != Recording.VERSION) {
      throw new UnreadableRecordingException(
          "is a recording of version " + version + ", and this berth reads version " + Recording.VERSION + "; use the berth that wrote it");
    }
    lines = 1;
    Instant start = start(header);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Duration end = read(line);
      if (end != null) {
        if (in.readLine() != null) {
          throw damaged("is the last one, and more follows");
        }
        if (cut) {
          throw truncated();
        }
        return new Recording(start, Boolean.TRUE.equals(header.get("anonymised")), initial, changes, end);
      }
      lines++;
    }
    throw truncated();
  }

  private UnreadableRecordingException truncated() {
    return new UnreadableRecordingException(
        "breaks off after line " + lines + ": the recording was not ended, or the file was not copied whole");
  }

  private static Instant start(Map<?, ?> header) throws UnreadableRecordingException {
    try {
      return Instant.parse(String.valueOf(header.get("start")));
    } catch (DateTimeException e) {
      throw new UnreadableRecordingException("has no time of its start in its header");
    }
  }

  /** Reads a line; gives the length of the recording when it is the last one. */
  private @Nullable Duration read(String line) throws UnreadableRecordingException {
    Map<?, ?> tree = tree(line);
    if (tree == null) {
      throw damaged("is no JSON object");
    }
    if (tree.get("initial") instanceof String kind) {
      initial.add(object(kind, tree));
      return null;
    }
    if (!(tree.get("at") instanceof Number nanos) || nanos.longValue() < last.toNanos()) {
      throw damaged("has no time, or one before the line above it");
    }
    last = Duration.ofNanos(nanos.longValue());
    if (tree.get("end") instanceof Number count) {
      if (count.longValue() != lines) {
        throw damaged("ends a recording of " + count + " lines, and there are " + lines + " before it");
      }
      return last;
    }
    for (Type type : Type.values()) {
      if (tree.get(type.name().toLowerCase(Locale.ROOT)) instanceof String kind) {
        changes.add(new Change(last, type, object(kind, tree)));
        return null;
      }
    }
    throw damaged("is no change");
  }

  private HasMetadata object(String kind, Map<?, ?> line) throws UnreadableRecordingException {
    RecordedKind<?> recorded = RecordedKind.of(kind).orElse(null);
    if (recorded == null) {
      throw damaged("has the kind " + kind + ", which is not recorded");
    }
    try {
      HasMetadata object = line.get("object") instanceof Map<?, ?> tree ? recorded.object(tree) : null;
      if (object == null || object.getMetadata() == null || object.getMetadata().getName() == null) {
        throw damaged("has no object with a name");
      }
      return object;
    } catch (JacksonException | IllegalArgumentException e) {
      throw damaged("has an object that is no " + recorded.kind().kind());
    }
  }

  private UnreadableRecordingException damaged(String what) {
    return new UnreadableRecordingException("is damaged: line " + (lines + 1) + " " + what);
  }

  private static @Nullable Map<?, ?> tree(String line) {
    try {
      return RecordedKind.JSON.readValue(line, Map.class);
    } catch (JacksonException e) {
      return null;
    }
  }
}
