package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentSplitterTest {

  private static List<String> split(String text, int bufferSize, boolean byteByByte) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    var splitter = new DocumentSplitter(in, bytes -> {}, bufferSize);
    var documents = new ArrayList<String>();
    while (splitter.next()) {
      int line = splitter.line();
      var content = splitter.content();
      var document = new StringBuilder();
      if (byteByByte) {
        for (int b = content.read(); b >= 0; b = content.read()) {
          document.append((char) b);
        }
      } else {
        document.append(new String(content.readAllBytes(), StandardCharsets.UTF_8));
      }
      documents.add(line + ":" + document);
    }
    return documents;
  }

  @Test
  void cutsAtMarkersWhereverTheBufferEnds() throws IOException {
    String text = "a: 1\n---\nb: |\n  ---\n--- # why\nc\n----\n...\nd: ---\n---";
    for (int size = 4; size < 60; size++) {
      for (boolean byteByByte : new boolean[] {true, false}) {
        assertThat(split(text, size, byteByByte))
            .as("buffer of " + size)
            .containsExactly("1:a: 1\n", "2:\nb: |\n  ---\n", "5: # why\nc\n----\n", "8:\nd: ---\n", "10:");
      }
    }
  }

  @Test
  void leavesDirectivesOutAndKeepsTheCountOfLines() throws IOException {
    assertThat(split("# c\n%YAML 1.2\n%TAG ! x\n---\na: 1\n%b: 2\n---\nc\n", 8, false))
        .containsExactly("1:# c\n", "4:\na: 1\n%b: 2\n", "7:\nc\n");
  }

  @Test
  void whatIsNotReadOfADocumentIsSkipped() throws IOException {
    var splitter = new DocumentSplitter(new ByteArrayInputStream("abc\ndef\n---\nx".getBytes(StandardCharsets.UTF_8)), bytes -> {}, 4);
    assertThat(splitter.next()).isTrue();
    assertThat(splitter.content().read()).isEqualTo('a');
    assertThat(splitter.next()).isTrue();
    assertThat(splitter.line()).isEqualTo(3);
    assertThat(new String(splitter.content().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("\nx");
    assertThat(splitter.next()).isFalse();
  }
}
