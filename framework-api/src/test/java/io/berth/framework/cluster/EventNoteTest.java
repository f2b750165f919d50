package io.berth.framework.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventNoteTest {
  private static String noted(String note) {
    return EventNote.warning("FailedScheduling", "Scheduling", note, "default-scheduler").note();
  }

  @Test
  void aNoteThatFitsIsLeftAlone() {
    assertThat(noted("x".repeat(1024))).isEqualTo("x".repeat(1024));
    assertThat(noted("é".repeat(512))).isEqualTo("é".repeat(512));
  }

  @Test
  void aNoteThatIsTooLongIsCutBetweenCharacters() {
    String note = noted("é€".repeat(600));
    assertThat(note.getBytes(StandardCharsets.UTF_8).length).isBetween(1020, 1024);
    assertThat(note).matches("(é€)+é? \\.\\.\\.");
  }
}
