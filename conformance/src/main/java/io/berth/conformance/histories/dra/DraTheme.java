package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Theme;
import io.berth.conformance.histories.ThemeDraft;
import io.berth.conformance.histories.ThemeRun;
import java.util.random.RandomGenerator;

/** {@code --with dra}. */
public record DraTheme() implements Theme {
  @Override
  public String name() {
    return "dra";
  }

  @Override
  public ThemeDraft draft(RandomGenerator random) {
    return new DraDraft(random);
  }

  @Override
  public ThemeRun run() {
    return new DraRun();
  }
}
