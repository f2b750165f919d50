package io.berth.framework.selector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSyntaxTest {

  @ParameterizedTest
  @ValueSource(strings = {"app", "a", "App_1.x-y", "example.com/app", "a/b", "a-b.c-d/x"})
  void acceptsLabelKeys(String key) {
    assertThat(LabelSyntax.isLabelKey(key)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a-", "a b", "a/", "/a", "a/b/c", "Example.com/a", "a..b/c", "a-.b/c", "-a/b", "a_b/c",
      "\u00e9"})
  void rejectsWhatIsNoLabelKey(String key) {
    assertThat(LabelSyntax.isLabelKey(key)).isFalse();
  }

  @Test
  void countsBytesAndLimitsThem() {
    assertThat(LabelSyntax.isLabelKey("x".repeat(63))).isTrue();
    assertThat(LabelSyntax.keyProblems("x".repeat(64))).containsExactly("name part must be no more than 63 bytes");
    assertThat(LabelSyntax.keyProblems("x".repeat(254) + "/a")).containsExactly("prefix part must be no more than 253 bytes");
    assertThat(LabelSyntax.valueProblems("x".repeat(64))).containsExactly("must be no more than 63 bytes");
    assertThat(LabelSyntax.valueProblems("\u20ac".repeat(22)).get(0)).isEqualTo("must be no more than 63 bytes");
    assertThat(LabelSyntax.valueProblems("")).isEmpty();
    assertThat(LabelSyntax.valueProblems("a.b_c-1")).isEmpty();
  }
}
