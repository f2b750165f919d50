package io.berth.conformance.histories;

import io.berth.scenario.World;
import java.util.List;

/** A history that is run: what actions of themes can see and do. */
public record RunningHistory(World world, List<ThemeRun> themes) {
  /** Copies the list. */
  public RunningHistory {
    themes = List.copyOf(themes);
  }

  /** The theme's run that is of this class. */
  public <T extends ThemeRun> T theme(Class<T> type) {
    for (ThemeRun theme : themes) {
      if (type.isInstance(theme)) {
        return type.cast(theme);
      }
    }
    throw new IllegalArgumentException("the history is not about " + type.getSimpleName());
  }
}
