package io.berth.framework.cluster;

import java.nio.charset.StandardCharsets;

/**
 * What an event says. Immutable.
 *
 * <p>Source: pkg/scheduler/schedule_one.go (truncateMessage), v1.37.2, for the length of the note.
 *
 * @param type how serious it is
 * @param reason such as {@code FailedScheduling}
 * @param action what was tried, such as {@code Scheduling}; may be empty
 * @param note for people; of more than 1024 bytes in UTF-8, which no API server takes, the end is cut off between two characters
 * @param reportingController who says it, such as the profile's name
 */
public record EventNote(EventRecorder.Type type, String reason, String action, String note, String reportingController) {
  private static final int MAX_BYTES = 1024;
  private static final int MAX_BYTES_OF_A_CHAR = 3;
  private static final String ELLIPSIS = " ...";

  /** Cuts the note. */
  public EventNote {
    note = cut(note);
  }

  /** Something that is as it should be. */
  public static EventNote normal(String reason, String action, String note, String reportingController) {
    return new EventNote(EventRecorder.Type.NORMAL, reason, action, note, reportingController);
  }

  /** Something that somebody should know of. */
  public static EventNote warning(String reason, String action, String note, String reportingController) {
    return new EventNote(EventRecorder.Type.WARNING, reason, action, note, reportingController);
  }

  private static String cut(String note) {
    if (note.length() <= MAX_BYTES / MAX_BYTES_OF_A_CHAR) {
      return note;
    }
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_BYTES) {
      return note;
    }
    int end = MAX_BYTES - ELLIPSIS.length();
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
  }
}
