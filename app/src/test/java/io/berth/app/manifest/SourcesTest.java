package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {

  @TempDir Path dir;
  private final Problems problems = new Problems();

  private List<String> names(String... arguments) {
    return Sources.of(List.of(arguments), InputStream.nullInputStream(), problems).stream().map(Source::name).toList();
  }

  private Path write(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void aDirectoryGivesItsManifestsSortedAndWhatIsBelow() throws IOException {
    write("b/c.yml", "");
    write("z.JSON", "");
    write("a.yaml", "");
    write("readme.md", "");
    write(".git/config.yaml", "");
    write(".hidden.yaml", "");
    assertThat(names(dir.toString())).containsExactly(dir + "/a.yaml", dir + "/b/c.yml", dir + "/z.JSON");
    assertThat(problems.errors()).isEmpty();
  }

  @Test
  void aFileIsReadWhateverItsName() throws IOException {
    Path file = write("dump.txt", "");
    assertThat(names(file.toString())).containsExactly(file.toString());
  }

  @Test
  void whatIsMissingOrHoldsNothingIsToldAllAtOnce() {
    assertThat(names("nowhere.yaml", dir.toString(), "-", "-")).containsExactly("-");
    assertThat(problems.errors())
        .containsExactly(
            "nowhere.yaml: does not exist; check the spelling",
            dir + ": is a directory without *.yaml, *.yml or *.json files; name a directory that has manifests",
            "-: standard input is named twice; name it once");
  }

  @Test
  void theSameFileIsReadOnce() throws IOException {
    Path file = write("a.yaml", "");
    assertThat(names(file.toString(), dir.toString())).containsExactly(file.toString());
    assertThat(problems.warnings()).containsExactly(dir + "/a.yaml: is named twice; it is read once");
  }

  @Test
  void anEmptyFileInADirectoryIsAWarning() throws IOException {
    write("a.yaml", "# nothing\n");
    write("b.yaml", ManifestReaderTest.pod("b"));
    var reading = Reading.of(Sources.of(List.of(dir.toString()), InputStream.nullInputStream(), problems), problems);
    assertThat(reading.subjects()).containsExactly("Pod default/b");
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.warnings()).containsExactly(dir + "/a.yaml: has no manifests in it");
  }

  @Test
  void standardInputIsReadForADash() {
    var stdin = new ByteArrayInputStream(ManifestReaderTest.pod("in").getBytes(StandardCharsets.UTF_8));
    var reading = Reading.of(Sources.of(List.of("-"), stdin, problems), problems);
    assertThat(reading.origins()).containsExactly("-:1: document 1");
  }

  @Test
  void aFileThatCannotBeOpenedIsTold() {
    var source = new Source("gone.yaml", 0, true, () -> {
      throw new IOException("No space left on device");
    });
    assertThat(Reading.of(List.of(source), problems).errors())
        .containsExactly("gone.yaml: cannot be read (No space left on device); check the file");
  }
}
