package io.berth.framework.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {

  @Test
  void isAMapInOrderOfTheKeysThatNobodyCanChange() {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("b", "2");
    given.put("a", "1");
    Labels labels = Labels.of(given);
    given.put("c", "3");

    assertThat(labels).isEqualTo(Map.of("a", "1", "b", "2")).hasSameHashCodeAs(Map.of("a", "1", "b", "2"));
    assertThat(labels.keySet()).containsExactly("a", "b");
    assertThat(labels.get("a")).isEqualTo("1");
    assertThat(labels.get("c")).isNull();
    assertThat(labels.containsKey("b")).isTrue();
    assertThatThrownBy(() -> labels.put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> labels.remove("a")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void tellsKeysOfOneHashApart() {
    Labels labels = Labels.of(Map.of("Aa", "1", "BB", "2"));

    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    assertThat(labels.get("Aa")).isEqualTo("1");
    assertThat(labels.get("BB")).isEqualTo("2");
  }

  @Test
  void anAbsentValueIsEmptyAndNoLabelsAreShared() {
    Map<String, String> given = new HashMap<>();
    given.put("a", null);

    assertThat(Labels.of(given)).isEqualTo(Map.of("a", ""));
    assertThat(Labels.of(null)).isSameAs(Labels.EMPTY).isSameAs(Labels.of(Map.of()));
  }
}
