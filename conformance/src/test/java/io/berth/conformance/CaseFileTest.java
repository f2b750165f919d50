package io.berth.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CaseFileTest {

  private static final String TWO_CASES =
      """
      {"suite":"hints","seed":1,
      "cases":[
      {"expected":{"a":1},"input":{"b":2},"name":"hints-0000"},
      {"expected":{"a":3},"input":{"b":4},"name":"hints-0001"}
      ]}
      """;

  @Test
  void readsTheHeaderAndThenOneCaseAfterTheOther() {
    try (CaseFile file = open(TWO_CASES.getBytes(StandardCharsets.UTF_8))) {
      assertThat(file.suite()).isEqualTo("hints");
      assertThat(file.header().get("seed").asInt()).isEqualTo(1);
      assertThat(file.next()).extracting(Case::id).isEqualTo("hints-0000");
      assertThat(file.next()).extracting(c -> c.input().get("b").asInt()).isEqualTo(4);
      assertThat(file.next()).isNull();
    }
  }

  @Test
  void recognisesGzipByItsContent() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(TWO_CASES.getBytes(StandardCharsets.UTF_8));
    }
    try (CaseFile file = open(bytes.toByteArray())) {
      assertThat(file.next()).extracting(Case::id).isEqualTo("hints-0000");
    }
  }

  @Test
  void aCaseWithoutAnInputIsItsOwnInput() {
    try (CaseFile file = open("{\"cases\":[{\"name\":\"a\",\"expression\":\"1\",\"expected\":{}}]}".getBytes(StandardCharsets.UTF_8))) {
      assertThat(file.next()).extracting(c -> c.input().get("expression").asString()).isEqualTo("1");
    }
  }

  @Test
  void aFileThatEndsInTheMiddleIsUnusable() {
    try (CaseFile file = open(TWO_CASES.substring(0, 120).getBytes(StandardCharsets.UTF_8))) {
      assertThat(file.next()).isNotNull();
      assertThatThrownBy(file::next)
          .isInstanceOf(UnusableInput.class)
          .hasMessageStartingWith("ends in the middle or is not JSON");
    }
  }

  @Test
  void aFileWithoutCasesIsUnusable() {
    assertThatThrownBy(() -> open("{\"suite\":\"hints\"}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(UnusableInput.class)
        .hasMessage("has no field \"cases\"");
  }

  @Test
  void textThatIsNotJsonIsUnusable() {
    assertThatThrownBy(() -> open("hello".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(UnusableInput.class)
        .hasMessageStartingWith("is not JSON");
  }

  @Test
  void aCaseThatLacksAPartIsUnusable() {
    try (CaseFile file = open("{\"cases\":[{\"name\":\"x\",\"input\":{}}]}".getBytes(StandardCharsets.UTF_8))) {
      assertThatThrownBy(file::next).isInstanceOf(UnusableInput.class).hasMessage("has a case without \"expected\"");
    }
  }

  private static CaseFile open(byte[] bytes) {
    return CaseFile.open(new ByteArrayInputStream(bytes));
  }
}
