package io.berth.conformance.histories;

import java.util.List;
import java.util.function.LongFunction;

/** Answers for a seed what does not hold in its history; an empty text when everything holds. May be asked by several threads. */
public final class FailureSearch implements LongFunction<String> {
  private final HistoryGenerator.Options options;

  /** Histories about these themes, separated by commas; empty for none. */
  public FailureSearch(String themes) {
    HistoryGenerator.Options usual = HistoryGenerator.Options.DEFAULTS;
    this.options =
        new HistoryGenerator.Options(usual.maxNodes(), usual.faults(), themes.isEmpty() ? List.of() : Themes.named(themes));
  }

  @Override
  public String apply(long seed) {
    HistoryRun.Result result = HistoryRun.of(HistoryGenerator.of(seed, options));
    return result.passed() ? "" : result.rule() + ": " + result.message();
  }
}
