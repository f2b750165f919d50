package io.berth.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Checks a property on many cases made from seeds. The same seeds every time; a failure names its seed, and {@code -Dberth.seed=N} runs
 * that one alone.
 */
public final class SeededCases {
  /** The system property that picks one seed. */
  public static final String SEED_PROPERTY = "berth.seed";

  private final int count;

  private SeededCases(int count) {
    this.count = count;
  }

  /** What must hold for each case. */
  @FunctionalInterface
  public interface Property {
    /** Throws when it does not hold. */
    void check(RandomGenerator random) throws Exception;
  }

  /** So many cases. */
  public static SeededCases of(int count) {
    return new SeededCases(count);
  }

  /**
   * Checks the property on all cases.
   *
   * @throws AssertionError naming the first seed that fails
   */
  public void check(Property property) {
    Long only = Long.getLong(SEED_PROPERTY);
    if (only != null) {
      checkOne(only, property);
      return;
    }
    for (int i = 1; i <= count; i++) {
      checkOne(i, property);
    }
  }

  private static void checkOne(long seed, Property property) {
    try {
      // Twice: the streams of seeds that differ by the generator's step are one stream, shifted.
      property.check(new SplittableRandom(new SplittableRandom(seed).nextLong()));
    } catch (AssertionError | Exception failure) {
      throw new AssertionError(
          "seed " + seed + " fails; run it alone with -D" + SEED_PROPERTY + "=" + seed + ": " + failure.getMessage(), failure);
    }
  }
}
