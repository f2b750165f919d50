package io.berth.simulator.record;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class BadRecordingTest {

  private static final String HEADER = "{\"berthRecording\":1,\"start\":\"2026-01-01T00:00:00Z\"}\n";

  private static byte[] zipped(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> RecordingReader.read(new ByteArrayInputStream(bytes)))
        .isInstanceOf(UnreadableRecordingException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aFileThatIsNoRecordingIsRefused() throws IOException {
    refused(new byte[0], "is no recording of berth record: it is empty");
    refused("kind: Pod\nmetadata: {name: a}\n".getBytes(StandardCharsets.UTF_8), "it is not compressed as one");
    refused(zipped("kind: Pod\n"), "its first line is no header");
    refused(zipped(""), "its first line is no header");
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    refused(zipped("{\"berthRecording\":2}\n"), "is a recording of version 2, and this berth reads version 1");
  }

  @Test
  void everyTruncatedFileIsRefused() throws IOException {
    byte[] whole = Recorded.of(false, cluster -> {}, (cluster, time) -> {}).bytes();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> RecordingReader.read(new ByteArrayInputStream(cut))).isInstanceOf(UnreadableRecordingException.class);
    }
    refused(zipped(HEADER), "breaks off after line 1");
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    refused(zipped(HEADER + "x\n"), "is damaged: line 2 is no JSON object");
    refused(zipped(HEADER + "{\"at\":5,\"end\":7}\n"), "line 2 ends a recording of 7 lines, and there are 1 before it");
    refused(zipped(HEADER + "{\"initial\":\"secrets.v1\",\"object\":{}}\n"), "line 2 has the kind secrets.v1, which is not recorded");
    refused(zipped(HEADER + "{\"initial\":\"pods.v1\",\"object\":{\"spec\":[1]}}\n"), "line 2 has an object that is no Pod");
    refused(zipped(HEADER + "{\"initial\":\"pods.v1\",\"object\":{}}\n"), "line 2 has no object with a name");
    refused(zipped(HEADER + "{\"at\":5,\"end\":1}\nmore\n"), "line 2 is the last one, and more follows");
    refused(zipped(HEADER + "{\"at\":5,\"moved\":\"pods.v1\"}\n"), "line 2 is no change");
  }
}
