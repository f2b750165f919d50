package io.berth.conformance.histories;

import java.util.random.RandomGenerator;

/**
 * What histories can be about beside pods and nodes; {@code --with} names it. Keeps nothing: what a history's making or a run needs is in
 * what {@link #draft} and {@link #run} return. Two of the same name are the same.
 */
public interface Theme {
  /** One word, as {@code --with} names it. */
  String name();

  /**
   * What it adds to the making of one history.
   *
   * @param random to be drawn from and nothing else, so that the seed decides
   */
  ThemeDraft draft(RandomGenerator random);

  /** What it adds to one run of a history. Runs of several histories may go on at once. */
  ThemeRun run();
}
