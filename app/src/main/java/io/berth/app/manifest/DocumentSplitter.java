package io.berth.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * Cuts a stream of bytes at YAML's document markers, so that each document is parsed on its own: a broken one does not take the next
 * ones with it, and JSON and YAML documents may follow each other. Holds one buffer, never a document.
 */
final class DocumentSplitter {

  private static final int MARKER = 3;
  private static final int SNIFFED = 256;

  private final InputStream in;
  private final LongConsumer progress;
  private final byte[] buffer;
  private int pos;
  private int end;
  private boolean eof;
  private boolean atLineStart = true;
  private boolean contentSeen;
  private boolean started;
  private long total;
  private int line = 1;

  DocumentSplitter(InputStream in, LongConsumer progress) {
    this(in, progress, 1 << 16);
  }

  /** A small buffer lets a test put its edge anywhere. */
  DocumentSplitter(InputStream in, LongConsumer progress, int bufferSize) {
    this.in = in;
    this.progress = progress;
    this.buffer = new byte[bufferSize];
  }

  /**
   * Goes to the next document and leaves what is unread of the last one. The first document begins where the stream does, so it may well be
   * empty.
   */
  boolean next() throws IOException {
    if (!started) {
      started = true;
      skipByteOrderMark();
      return true;
    }
    int n;
    while ((n = run()) > 0) {
      advance(n);
    }
    if (!have(MARKER)) {
      return false;
    }
    pos += MARKER;
    atLineStart = false;
    contentSeen = false;
    return true;
  }

  /** The line of the file on which the next byte stands. */
  int line() {
    return line;
  }

  /** Whether the document is written as JSON, judged by its first characters. */
  boolean looksLikeJson() throws IOException {
    have(SNIFFED);
    int p = skipSpace(pos);
    if (p == end || buffer[p] != '{') {
      return false;
    }
    p = skipSpace(p + 1);
    return p < end && (buffer[p] == '"' || buffer[p] == '}');
  }

  private int skipSpace(int from) {
    int p = from;
    while (p < end && (p + MARKER <= end && isByteOrderMark(p) || buffer[p] == ' ' || buffer[p] == '\t' || buffer[p] == '\r' || buffer[p] == '\n')) {
      p += buffer[p] < 0 ? MARKER : 1;
    }
    return p;
  }

  /** The bytes of this document. Closing it closes nothing. */
  InputStream content() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        if (run() == 0) {
          return -1;
        }
        advance(1);
        return buffer[pos - 1] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int wanted) throws IOException {
        if (wanted == 0) {
          return 0;
        }
        int copied = 0;
        int n;
        while (copied < wanted && (n = Math.min(run(), wanted - copied)) > 0) {
          System.arraycopy(buffer, pos, target, offset + copied, n);
          advance(n);
          copied += n;
        }
        return copied == 0 ? -1 : copied;
      }
    };
  }

  /** How many bytes of the current line, its line feed included, are at hand and belong to the document; 0 at its end. */
  private int run() throws IOException {
    if (atLineStart && !startLine()) {
      return 0;
    }
    if (pos == end && !have(1)) {
      return 0;
    }
    int p = pos;
    while (p < end) {
      if (buffer[p++] == '\n') {
        break;
      }
    }
    return p - pos;
  }

  /** Takes so many bytes of the run; only its last one can be a line feed. */
  private void advance(int taken) {
    pos += taken;
    if (buffer[pos - 1] == '\n') {
      line++;
      atLineStart = true;
    }
  }

  /** Judges the line that begins here; {@code false} when it is a document marker or there is none. */
  private boolean startLine() throws IOException {
    while (true) {
      if (startsWithByteOrderMark() && (!contentSeen || have(2 * MARKER) && isMarkerAt(pos + MARKER))) {
        pos += MARKER;
      }
      if (have(MARKER) && (isMarker('-') || isMarker('.'))) {
        return false;
      }
      if (pos == end) {
        return false;
      }
      byte first = buffer[pos];
      if (contentSeen || first != '%') {
        contentSeen |= first != '#' && first != '\n' && first != '\r' && first != ' ';
        atLineStart = false;
        return true;
      }
      skipDirective();
    }
  }

  /** Files that were put behind each other may each have had a byte order mark. */
  private boolean isMarkerAt(int at) {
    return buffer[at] == '-' && buffer[at + 1] == '-' && buffer[at + 2] == '-';
  }

  private boolean isMarker(char c) throws IOException {
    if (buffer[pos] != c || buffer[pos + 1] != c || buffer[pos + 2] != c) {
      return false;
    }
    if (!have(MARKER + 1)) {
      return true;
    }
    byte after = buffer[pos + MARKER];
    return after == ' ' || after == '\t' || after == '\r' || after == '\n';
  }

  /** A {@code %YAML} line says nothing that matters here, and the parser wants a marker after it that is already gone. */
  private void skipDirective() throws IOException {
    while (have(1)) {
      if (buffer[pos++] == '\n') {
        line++;
        return;
      }
    }
  }

  private void skipByteOrderMark() throws IOException {
    if (startsWithByteOrderMark()) {
      pos += MARKER;
    }
  }

  private boolean startsWithByteOrderMark() throws IOException {
    return have(MARKER) && isByteOrderMark(pos);
  }

  private boolean isByteOrderMark(int at) {
    return buffer[at] == (byte) 0xef && buffer[at + 1] == (byte) 0xbb && buffer[at + 2] == (byte) 0xbf;
  }

  /** Tries to have so many bytes in the buffer. */
  private boolean have(int wanted) throws IOException {
    while (end - pos < wanted && !eof) {
      if (pos > 0 && end == buffer.length) {
        System.arraycopy(buffer, pos, buffer, 0, end - pos);
        end -= pos;
        pos = 0;
      }
      if (end == buffer.length) {
        return false;
      }
      int n = in.read(buffer, end, buffer.length - end);
      if (n < 0) {
        eof = true;
      } else {
        end += n;
        total += n;
        progress.accept(total);
      }
    }
    return end - pos >= wanted;
  }
}
