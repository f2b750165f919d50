package io.berth.plugins.internal.index;

import io.berth.framework.selector.Selector;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Things that have a selector, found by the labels of a pod: each stands under one label that its selector demands, so that a pod meets
 * few that do not match it.
 *
 * @param <T> the things, compared by identity or by content, each once
 */
public final class LabelIndex<T> {
  private final Map<String, Map<String, Set<T>>> byLabel = new HashMap<>();
  private final Set<T> others = new LinkedHashSet<>();
  private final Map<T, Place> places = new HashMap<>();

  /** The label under which a thing stands; {@code null} twice: it stands with the others. */
  private record Place(@Nullable String key, @Nullable String value) {}

  /** Adds a thing. */
  public void add(T thing, Selector selector) {
    if (selector.isNothing()) {
      return;
    }
    Place place = choose(selector);
    places.put(thing, place);
    if (place.key == null || place.value == null) {
      others.add(thing);
      return;
    }
    byLabel
        .computeIfAbsent(place.key, key -> new HashMap<>())
        .computeIfAbsent(place.value, value -> new LinkedHashSet<>())
        .add(thing);
  }

  /** Removes a thing. */
  public void remove(T thing) {
    Place place = places.remove(thing);
    if (place == null) {
      return;
    }
    if (place.key == null || place.value == null) {
      others.remove(thing);
      return;
    }
    Map<String, Set<T>> byValue = byLabel.get(place.key);
    Set<T> bucket = byValue == null ? null : byValue.get(place.value);
    if (byValue == null || bucket == null) {
      return;
    }
    bucket.remove(thing);
    if (bucket.isEmpty()) {
      byValue.remove(place.value);
      if (byValue.isEmpty()) {
        byLabel.remove(place.key);
      }
    }
  }

  /** Shows all things whose selector may match the labels, and few others. */
  public void forEachCandidate(Map<String, String> labels, Consumer<T> consumer) {
    others.forEach(consumer);
    if (byLabel.isEmpty()) {
      return;
    }
    labels.forEach(
        (key, value) -> {
          Map<String, Set<T>> byValue = byLabel.get(key);
          Set<T> bucket = byValue == null ? null : byValue.get(value);
          if (bucket != null) {
            bucket.forEach(consumer);
          }
        });
  }

  /** The demanded label under which the fewest things stand so far. */
  private Place choose(Selector selector) {
    Place best = new Place(null, null);
    int fewest = Integer.MAX_VALUE;
    for (Map.Entry<String, String> label : selector.exactLabels().entrySet()) {
      Map<String, Set<T>> byValue = byLabel.getOrDefault(label.getKey(), Map.of());
      int size = byValue.getOrDefault(label.getValue(), Set.of()).size();
      if (size < fewest) {
        fewest = size;
        best = new Place(label.getKey(), label.getValue());
      }
    }
    return best;
  }
}
