package io.berth.simulator.record;

/** A file cannot be read as a recording; the message tells why, and what to do about it. */
public final class UnreadableRecordingException extends Exception {

  private static final long serialVersionUID = 1;

  UnreadableRecordingException(String message) {
    super(message);
  }
}
