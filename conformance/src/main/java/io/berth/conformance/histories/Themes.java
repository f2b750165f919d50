package io.berth.conformance.histories;

import io.berth.conformance.histories.dra.DraTheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The themes that {@code --with} can name. */
final class Themes {
  private static final Map<String, Supplier<Theme>> ALL = new TreeMap<>(Map.of("dra", () -> new DraTheme(false), "dra-alpha", () -> new DraTheme(true)));

  static {
    ALL.put(PreemptionTheme.NAME, PreemptionTheme::new);
  }

  private Themes() {}

  /** The themes, separated by commas, in their alphabetical order, each once. */
  static List<Theme> named(String names) {
    List<Theme> themes = new ArrayList<>();
    for (String name : List.of(names.split(",")).stream().distinct().sorted().toList()) {
      Supplier<Theme> theme = ALL.get(name);
      if (theme == null) {
        throw new IllegalArgumentException("--with knows " + (ALL.isEmpty() ? "nothing" : String.join(", ", ALL.keySet())) + ", not " + name);
      }
      themes.add(theme.get());
    }
    if (themes.stream().filter(DraTheme.class::isInstance).count() > 1) {
      throw new IllegalArgumentException("dra-alpha is dra, and more: only one of them");
    }
    return themes;
  }
}
