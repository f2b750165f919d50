package io.berth.conformance.mutations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.conformance.mutations.Mutation.Edit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutationFileTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().endsWith("conformance") ? Path.of("..") : Path.of("");
  private static final String TWO =
      """
      # a note
      mutation first
      what something is missing
      in a/src/main/java/x/y/A.java
      -int a;
      -
      -int b;
      +int c;
      -  d();

      mutation second
      what it is the other way round
      with dra,preemption
      in a/src/main/java/x/B.java
      -if (a < b)
      +if (b < a)
      """;

  @Test
  void mutationsAreRead() {
    List<Mutation> read = MutationFile.parse(TWO.lines().toList());
    assertThat(read)
        .containsExactly(
            new Mutation(
                "first", "something is missing", "", "a/src/main/java/x/y/A.java",
                List.of(new Edit("int a;\n\nint b;", "int c;"), new Edit("  d();", ""))),
            new Mutation(
                "second", "it is the other way round", "dra,preemption", "a/src/main/java/x/B.java",
                List.of(new Edit("if (a < b)", "if (b < a)"))));
    assertThat(read.get(0).className()).isEqualTo("x.y.A");
    assertThat(read.get(0).applyTo("int a;\n\nint b;\n  d();\n")).isEqualTo("int c;\n\n");
  }

  @Test
  void aMutationThatDoesNotApplySaysSo() {
    Mutation mutation = MutationFile.parse(TWO.lines().toList()).get(1);
    assertThatThrownBy(() -> mutation.applyTo("if (a > b)")).hasMessageContaining("second does not apply").hasMessageContaining("no place");
    assertThatThrownBy(() -> mutation.applyTo("if (a < b) if (a < b)")).hasMessageContaining("more than one place");
  }

  @Test
  void whatIsNoMutationIsRefused() {
    assertThatThrownBy(() -> MutationFile.parse(List.of("mutation a", "what b"))).hasMessageContaining("mutation a does not say");
    assertThatThrownBy(() -> MutationFile.parse(List.of("mutation a", "where b"))).hasMessageContaining("what is \"where b\"?");
  }

  @Test
  void everyMutationAppliesToTheSource() throws IOException {
    List<Mutation> all = MutationFile.readAll(ROOT.resolve("conformance/mutants"));
    assertThat(all).hasSizeGreaterThanOrEqualTo(10).extracting(Mutation::name).doesNotHaveDuplicates();
    for (Mutation mutation : all) {
      String source = Files.readString(ROOT.resolve(mutation.file()));
      assertThatCode(() -> mutation.applyTo(source)).as("update conformance/mutants").doesNotThrowAnyException();
    }
  }
}
