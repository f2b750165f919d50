package io.berth.scheduler.internal.cycle;

import java.nio.charset.StandardCharsets;

/**
 * Cuts the note of an event to what an API server takes.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (truncateMessage), v1.37.2.
 */
final class EventNotes {
  private static final int NOTE_LENGTH_LIMIT = 1024;
  private static final String SUFFIX = " ...";

  private EventNotes() {}

  /** The note itself when it has at most 1024 bytes, else what fits of it with dots behind. No character is cut in two. */
  static String truncate(String note) {
    if (note.length() <= NOTE_LENGTH_LIMIT / 3) {
      return note;
    }
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= NOTE_LENGTH_LIMIT) {
      return note;
    }
    int end = NOTE_LENGTH_LIMIT - SUFFIX.length();
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + SUFFIX;
  }
}
