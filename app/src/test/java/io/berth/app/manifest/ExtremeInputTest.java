package io.berth.app.manifest;

import static io.berth.app.manifest.ManifestReaderTest.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtremeInputTest {

  private static String request(String amount) {
    return pod("web") + "    resources: {requests: {memory: " + amount + "}}\n";
  }

  @Test
  void jsonThatIsNestedTooDeepIsToldAsForYaml() {
    String deep = "[".repeat(600) + "]".repeat(600);
    assertThat(Reading.ofJson("{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\",\n\"data\": " + deep + "}").errors())
        .containsExactly("in.json:2: document 1: is nested too deep (more than 512 levels); flatten it");
    assertThat(Reading.ofJson("{\"apiVersion\": \"v1\", \"kind\": \"Pod\",\n\"spec\": " + deep + "}").errors())
        .contains("in.json:2: document 1: is nested too deep (more than 512 levels); flatten it");
  }

  @Test
  void jsonWithTooLongNamesOrNumbersIsTold() {
    assertThat(Reading.ofJson("{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\",\n\"" + "a".repeat(60_000) + "\": 1}").errors())
        .containsExactly("in.json:2: document 1: a name is too long (more than 50000 characters); shorten it");
    for (String kind : new String[] {"Pod", "ConfigMap"}) {
      String text = "{\"apiVersion\": \"v1\", \"kind\": \"" + kind + "\",\n\"spec\": {\"priority\": " + "9".repeat(2_000) + "}}";
      assertThat(Reading.ofJson(text).errors())
          .as(kind)
          .containsExactly("in.json:2: document 1: a number is too long (more than 1000 digits); correct it");
    }
  }

  @Test
  void whatTheParserSaysOfItselfIsLeftOut() {
    assertThat(Reading.ofJson("{\"a\": 1,\n// no\n\"b\": 2}").errors())
        .containsExactly(
            "in.json:2: document 1: malformed JSON: Unexpected character ('/' (code 47)): maybe a (non-standard) comment?; correct the text there");
    assertThat(Reading.ofJson("{\"a\": NaN}").errors())
        .containsExactly("in.json:1: document 1: malformed JSON: Non-standard token 'NaN'; correct the text there");
    assertThat(Reading.ofJson("{\"a\":\n [1, 2").errors())
        .containsExactly(
            "in.json:2: document 1: malformed JSON: Unexpected end-of-input: expected close marker for Array; correct the text there");
  }

  @Test
  void aQuantityOfManyDigitsIsRefusedAtOnce() {
    assertThat(Reading.of(request("9".repeat(200_000))).errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests.memory: \""
                + "9".repeat(100)
                + "... (200000 characters)\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3");
    assertThat(Reading.of(request("0x" + "f".repeat(200_000))).errors()).singleElement().asString().contains("is no quantity");
  }

  @Test
  void anAmountThatKubernetesWouldSilentlyMakeSmallerIsRefused() {
    assertThat(Reading.of(request("100Ei")).errors())
        .containsExactly(
            "in.yaml:8: document 1: Pod default/web: spec.containers[0].resources.requests.memory: \"100Ei\" is more than an API server keeps"
                + " of an amount with such a suffix, 2^63-1; give a smaller amount, or write it with a decimal suffix such as E");
    assertThat(Reading.of(request("8Ei")).errors()).hasSize(1);
    assertThat(Reading.of(request("7.9Ei")).errors()).isEmpty();
    assertThat(Reading.of(request("100E")).errors()).isEmpty();
    assertThat(Reading.of(request(".5Gi")).errors()).isEmpty();
    assertThat(Reading.of(request("1e399")).errors()).isEmpty();
  }

  @Test
  void aByteOrderMarkInFrontOfALaterDocumentIsSkipped() {
    String mark = "\ufeff";
    var reading = Reading.of(mark + pod("a") + "---\n" + mark + pod("b") + mark + "---\n" + pod("c") + "---\n" + mark + "{\"kind\": \"Pod\"}");
    assertThat(reading.subjects()).containsExactly("Pod default/a", "Pod default/b", "Pod default/c");
    assertThat(reading.errors()).first().asString().contains("apiVersion is missing");
  }

  @Test
  void aLinkToNothingInADirectoryIsTold(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("a.yaml"), pod("a"), StandardCharsets.UTF_8);
    Path link = Files.createSymbolicLink(directory.resolve("b.yaml"), directory.resolve("gone.yaml"));
    var problems = new Problems();
    assertThat(Sources.of(List.of(directory.toString()), InputStream.nullInputStream(), problems)).hasSize(1);
    assertThat(problems.errors()).containsExactly(link + ": is a link to something that does not exist; correct or remove it");
  }

  @Test
  void anEmptyNameIsNoFile() {
    var problems = new Problems();
    assertThat(Sources.of(List.of(""), InputStream.nullInputStream(), problems)).isEmpty();
    assertThat(problems.errors()).containsExactly("\"\": is an empty name; name a file or a directory");
  }
}
