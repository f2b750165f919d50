package io.berth.conformance.histories;

import io.berth.conformance.histories.History.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a history shorter and plainer as long as it still breaks the same rule: leaves out steps, many at once and then one by one,
 * takes waiting times out, and simplifies what is left.
 */
final class Shrinker {
  private static final int MOST_RUNS = 4000;

  private final Predicate<History> fails;
  private int runs;

  /**
   * Shrinks by this question.
   *
   * @param fails whether a history is still one that fails in the way that is looked for
   */
  Shrinker(Predicate<History> fails) {
    this.fails = fails;
  }

  /** Shrinks a history that breaks a rule. */
  static History shrink(History history, String rule) {
    return new Shrinker(candidate -> rule.equals(HistoryRun.of(candidate).rule())).shrink(history);
  }

  /** The shortest history that was found. */
  History shrink(History failing) {
    History best = failing;
    while (true) {
      History next = simplify(leaveOut(best));
      if (next.equals(best)) {
        return best;
      }
      best = next;
    }
  }

  private boolean stillFails(History candidate) {
    return runs++ < MOST_RUNS && fails.test(candidate);
  }

  private History leaveOut(History failing) {
    History best = failing;
    for (int chunk = Math.max(1, best.steps().size() / 2); chunk >= 1; chunk /= 2) {
      int at = best.steps().size() - chunk;
      while (at > -chunk) {
        int from = Math.max(0, at);
        List<Step> fewer = new ArrayList<>(best.steps());
        fewer.subList(from, Math.min(fewer.size(), at + chunk)).clear();
        History candidate = best.with(fewer);
        if (stillFails(candidate)) {
          best = candidate;
        }
        at -= chunk;
      }
    }
    return best;
  }

  private History simplify(History failing) {
    History best = failing;
    if (best.slow()) {
      best = better(best, new History(best.seed(), false, best.flushes(), best.themes(), best.steps()));
    }
    if (best.flushes()) {
      best = better(best, new History(best.seed(), best.slow(), false, best.themes(), best.steps()));
    }
    for (int i = 0; i < best.steps().size(); i++) {
      best = simplify(best, i);
    }
    return best;
  }

  private History simplify(History failing, int i) {
    History best = failing;
    boolean progress = true;
    while (progress) {
      progress = false;
      for (Step simpler : SimplerSteps.of(best.steps().get(i))) {
        List<Step> steps = new ArrayList<>(best.steps());
        steps.set(i, simpler);
        History candidate = best.with(steps);
        if (stillFails(candidate)) {
          best = candidate;
          progress = true;
          break;
        }
      }
    }
    return best;
  }

  private History better(History best, History candidate) {
    return stillFails(candidate) ? candidate : best;
  }
}
