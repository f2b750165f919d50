package io.berth.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** In which order things are put into a world. */
record Order(Kind kind, int number) {
  enum Kind {
    GIVEN,
    REVERSED,
    SHUFFLED
  }

  /** The given order, and unless there are to be no shuffles the reverse one and so many shuffled ones. */
  static List<Order> all(int shuffles) {
    List<Order> orders = new ArrayList<>();
    orders.add(new Order(Kind.GIVEN, 0));
    if (shuffles > 0) {
      orders.add(new Order(Kind.REVERSED, 0));
    }
    for (int i = 1; i <= shuffles; i++) {
      orders.add(new Order(Kind.SHUFFLED, i));
    }
    return orders;
  }

  /** The things in this order. */
  <T> List<T> of(List<T> given, long seed) {
    List<T> ordered = new ArrayList<>(given);
    if (kind == Kind.REVERSED) {
      Collections.reverse(ordered);
    } else if (kind == Kind.SHUFFLED) {
      SplittableRandom random = new SplittableRandom(seed * 31 + number);
      for (int i = ordered.size() - 1; i > 0; i--) {
        Collections.swap(ordered, i, random.nextInt(i + 1));
      }
    }
    return ordered;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case GIVEN -> "the given order";
      case REVERSED -> "the reverse order";
      case SHUFFLED -> "shuffled order " + number;
    };
  }
}
