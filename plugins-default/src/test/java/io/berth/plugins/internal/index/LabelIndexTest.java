package io.berth.plugins.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.selector.Selector;
import io.berth.testkit.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelIndexTest {
  private final LabelIndex<String> index = new LabelIndex<>();

  private List<String> candidates(Map<String, String> labels) {
    List<String> found = new ArrayList<>();
    index.forEachCandidate(labels, found::add);
    return found;
  }

  @Test
  void aThingIsFoundByOneOfTheLabelsThatItDemands() {
    index.add("x", Selector.ofLabels(Map.of("app", "x")));
    index.add("y", Selector.ofLabels(Map.of("app", "y")));

    assertThat(candidates(Map.of("app", "x", "tier", "front"))).containsExactly("x");
    assertThat(candidates(Map.of("app", "z"))).isEmpty();
    assertThat(candidates(Map.of())).isEmpty();
  }

  @Test
  void theRarestLabelIsChosen() {
    index.add("first", Selector.ofLabels(Map.of("app", "a", "tier", "back")));
    index.add("second", Selector.ofLabels(Map.of("app", "a", "tier", "back")));

    assertThat(candidates(Map.of("app", "a"))).containsExactly("first");
    assertThat(candidates(Map.of("tier", "back"))).containsExactly("second");
  }

  @Test
  void whatDemandsNoLabelIsAlwaysACandidateAndWhatMatchesNothingNever() {
    index.add("exists", Selector.of(Fixtures.selector().exists("app").obj()));
    index.add("everything", Selector.everything());
    index.add("nothing", Selector.nothing());

    assertThat(candidates(Map.of())).containsExactly("exists", "everything");
    index.remove("exists");
    index.remove("nothing");
    assertThat(candidates(Map.of("app", "x"))).containsExactly("everything");
  }

  @Test
  void whatIsRemovedIsNotFound() {
    index.add("x", Selector.ofLabels(Map.of("app", "x")));
    index.add("also x", Selector.ofLabels(Map.of("app", "x")));
    index.remove("x");
    assertThat(candidates(Map.of("app", "x"))).containsExactly("also x");
    index.remove("also x");
    assertThat(candidates(Map.of("app", "x"))).isEmpty();
  }
}
