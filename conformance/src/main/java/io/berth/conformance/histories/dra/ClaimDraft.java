package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.dra.ClaimSpec.Ask;
import io.berth.conformance.histories.dra.ClaimSpec.Extras;
import io.berth.conformance.histories.dra.ClaimSpec.Rule;
import io.berth.conformance.histories.dra.ClaimSpec.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes claims: most want one or two devices, some want a little of everything that a claim can say. */
final class ClaimDraft {
  private final RandomGenerator random;
  private final boolean alpha;

  /**
   * Draws from this chance.
   *
   * @param alpha whether claims may use what is off by default
   */
  ClaimDraft(RandomGenerator random, boolean alpha) {
    this.random = random;
    this.alpha = alpha;
  }

  ClaimSpec claim(String name) {
    List<Ask> asks = new ArrayList<>();
    while (asks.isEmpty() || asks.size() < 3 && chance(22)) {
      asks.add(chance(15) ? alternatives() : Ask.of(wish(true)));
    }
    List<Rule> rules = new ArrayList<>();
    boolean several = asks.size() > 1 || asks.stream().flatMap(ask -> ask.wishes().stream()).anyMatch(wish -> wish.count() != 1);
    while (several && rules.size() < 2 && chance(40)) {
      rules.add(rule(asks));
    }
    List<String> configured = chance(85) ? List.of() : chance(40) ? List.of("*") : List.of(request(asks));
    return new ClaimSpec(name, asks, rules, configured);
  }

  private Ask alternatives() {
    List<Wish> wishes = new ArrayList<>();
    int count = random.nextInt(2, 4);
    while (wishes.size() < count) {
      wishes.add(wish(false));
    }
    return new Ask(wishes);
  }

  private Wish wish(boolean mayBeAdmin) {
    boolean shared = chance(28);
    boolean admin = mayBeAdmin && chance(6);
    int count = chance(8) ? 0 : chance(75) ? 1 : 2;
    Extras extras =
        new Extras(admin, chance(12) ? (chance(30) ? "*" : "k" + random.nextInt(2)) : "", alpha && chance(20));
    if (shared) {
      int amount = chance(15) ? 0 : alpha && chance(30) ? 500 * random.nextInt(1, 7) : 1000 * random.nextInt(1, 4);
      return new Wish(ClaimSpec.SHARE, count == 2 && chance(70) ? 1 : count, amount, selector(20), extras);
    }
    String deviceClass = chance(92) ? ClaimSpec.WHOLE : ClaimSpec.ANY;
    return new Wish(deviceClass, count, 0, selector(35), extras);
  }

  private @Nullable Selector selector(int percent) {
    if (!chance(percent)) {
      return null;
    }
    List<Selector> some =
        List.of(Selector.MODEL_A, Selector.MODEL_A, Selector.MODEL_A, Selector.MODEL_B, Selector.NUMA, Selector.LATER, Selector.LARGE, Selector.LINKED);
    return some.get(random.nextInt(some.size() - (alpha ? 0 : 1)));
  }

  private Rule rule(List<Ask> asks) {
    List<String> attributes = List.of("numa", "slot", "numa", "slot", "links", ClaimSpec.HALF);
    String attribute = attributes.get(random.nextInt(alpha ? 6 : 4));
    return new Rule(chance(45), attribute, chance(60) ? List.of() : List.of(request(asks)));
  }

  /** A request, or one of its alternatives. */
  private String request(List<Ask> asks) {
    int request = random.nextInt(asks.size());
    int alternatives = asks.get(request).wishes().size();
    return "r" + request + (alternatives > 1 && chance(60) ? "/s" + random.nextInt(alternatives) : "");
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
