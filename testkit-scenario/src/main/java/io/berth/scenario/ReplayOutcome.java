package io.berth.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What has become of the pods of a recording that the scheduler had to place. To be looked at with
 * {@link ScenarioAssertions#assertThat(ReplayOutcome)}.
 *
 * @param recorded where the recorded scheduler put each pod, by {@code namespace/name} in the order in which they came; empty for nowhere
 * @param sights what was seen of each pod here, when it ended or the recording did
 */
public record ReplayOutcome(Map<String, String> recorded, Map<String, Sight> sights) {
  /** Copies the maps. */
  public ReplayOutcome {
    recorded = Collections.unmodifiableMap(new LinkedHashMap<>(recorded));
    sights = Collections.unmodifiableMap(new LinkedHashMap<>(sights));
  }

  /**
   * How a pod fared.
   *
   * @param name {@code namespace/name}, or the name alone of a pod of namespace {@code default}
   */
  public Outcome pod(String name) {
    String key = name.contains("/") ? name : "default/" + name;
    Sight sight = sights.get(key);
    if (sight == null) {
      throw new IllegalArgumentException("the recording has no pod " + key + " to place; there are " + recorded.keySet());
    }
    return new Outcome(key, List.of(sight));
  }
}
