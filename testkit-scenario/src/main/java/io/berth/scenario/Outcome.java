package io.berth.scenario;

import java.util.List;

/**
 * What has become of a pod, in each run of its scenario. To be looked at with {@link ScenarioAssertions#assertThat(Outcome)}.
 *
 * @param pod {@code namespace/name}
 * @param sights what was seen of it, in the first run first
 */
public record Outcome(String pod, List<Sight> sights) {
  /** Copies the list, which must not be empty. */
  public Outcome {
    sights = List.copyOf(sights);
    if (sights.isEmpty()) {
      throw new IllegalArgumentException("nobody looked at pod " + pod);
    }
  }

  /** What was seen in the first run. */
  public Sight first() {
    return sights.get(0);
  }
}
