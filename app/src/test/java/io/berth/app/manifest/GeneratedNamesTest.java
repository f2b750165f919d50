package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeneratedNamesTest {

  /** Five letters are fourteen million names: among five thousand, two are alike more often than not. */
  @Test
  void noNameIsGivenTwiceHoweverManyThereAre() {
    var names = new GeneratedNames();

    assertThat(IntStream.range(0, 20_000).mapToObj(i -> names.next("Pod/default", "d-h7lpx9nsv-", name -> false)).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void theSameScopeAndPrefixGiveTheSameNamesAndTakenOnesAreLeftOut() {
    String first = new GeneratedNames().next("Pod/a", "web-", name -> false);

    assertThat(first).matches("web-[a-z0-9]{5}").isEqualTo(new GeneratedNames().next("Pod/a", "web-", name -> false));
    assertThat(new GeneratedNames().next("Pod/a", "web-", first::equals)).isNotEqualTo(first);
    assertThat(new GeneratedNames().next("Pod/b", "web-", name -> false)).isNotEqualTo(first);
  }
}
