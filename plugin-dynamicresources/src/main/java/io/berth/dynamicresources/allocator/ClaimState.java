package io.berth.dynamicresources.allocator;

import java.util.Arrays;

/** What one search knows of a claim. Used again for other searches. */
final class ClaimState {
  private ClaimToAllocate claim;
  private WishState[] wishes = new WishState[1];
  private ConstraintState[] constraints = new ConstraintState[0];
  private int constraintCount;
  private int[] alternatives = new int[1];
  private int chosen;

  ClaimState(ClaimToAllocate claim) {
    this.claim = claim;
  }

  void reset(ClaimToAllocate of) {
    claim = of;
    chosen = 0;
    constraintCount = 0;
    if (wishes.length < of.wishes()) {
      wishes = Arrays.copyOf(wishes, of.wishes());
    }
    if (alternatives.length < of.requests().size()) {
      alternatives = new int[of.requests().size()];
    } else {
      Arrays.fill(alternatives, 0);
    }
  }

  ClaimToAllocate claim() {
    return claim;
  }

  /** The state of a wish, by its number. */
  WishState wish(int number) {
    return wishes[number];
  }

  WishState start(Wish wish, ParsedClass deviceClass, int candidates) {
    WishState state = wishes[wish.number];
    if (state == null) {
      state = new WishState(wish, deviceClass);
      wishes[wish.number] = state;
    }
    state.reset(claim.key(), wish, deviceClass, candidates);
    return state;
  }

  void start(Constraint constraint, boolean lists, int candidates) {
    if (constraintCount == constraints.length) {
      constraints = Arrays.copyOf(constraints, constraintCount + 4);
      for (int i = constraintCount; i < constraints.length; i++) {
        constraints[i] = new ConstraintState();
      }
    }
    constraints[constraintCount++].reset(constraint, lists, candidates);
  }

  int constraints() {
    return constraintCount;
  }

  ConstraintState constraint(int i) {
    return constraints[i];
  }

  /** How many devices are chosen. */
  int chosen() {
    return chosen;
  }

  void choose(int more) {
    chosen += more;
  }

  void take(int request, int alternative) {
    alternatives[request] = alternative;
  }

  int[] alternatives() {
    return Arrays.copyOf(alternatives, claim.requests().size());
  }

  ParsedClass[] classes() {
    ParsedClass[] classes = new ParsedClass[claim.wishes()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = wishes[i].deviceClass();
    }
    return classes;
  }
}
