package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Theme;
import io.berth.conformance.histories.ThemeDraft;
import io.berth.conformance.histories.ThemeRun;
import java.util.random.RandomGenerator;

/**
 * {@code --with dra}, or {@code dra-alpha}.
 *
 * @param alpha whether what is off by default is on and made use of
 */
public record DraTheme(boolean alpha) implements Theme {
  @Override
  public String name() {
    return alpha ? "dra-alpha" : "dra";
  }

  @Override
  public ThemeDraft draft(RandomGenerator random) {
    return new DraDraft(random, alpha);
  }

  @Override
  public ThemeRun run() {
    return new DraRun(alpha);
  }
}
