package io.berth.app.page;

import java.util.function.LongConsumer;

/**
 * Takes evenly from a stream whose length nobody knows: each one at first, and whenever that has become too many, half as many from then
 * on. The same stream gives the same choice. Not thread-safe.
 */
final class Thinning {

  private final LongConsumer thinner;
  private long seen;
  private long taken;
  private long every = 1;

  /**
   * Takes all for now.
   *
   * @param thinner is told when fewer are taken: only every so many-th since the first counts any more
   */
  Thinning(LongConsumer thinner) {
    this.thinner = thinner;
  }

  /**
   * Whether the next one is taken.
   *
   * @param most how many may be taken before there are too many, at least 1
   */
  boolean takesNext(long most) {
    if (seen++ % every != 0) {
      return false;
    }
    if (taken >= most) {
      taken = (taken + 1) / 2;
      every *= 2;
      thinner.accept(every);
      if ((seen - 1) % every != 0) {
        return false;
      }
    }
    taken++;
    return true;
  }

  /** The number of the one that was asked for last, from 0. */
  long number() {
    return seen - 1;
  }

  /** How many have gone by. */
  long seen() {
    return seen;
  }

  /** One of so many is taken. */
  long every() {
    return every;
  }
}
