package io.berth.simulator.trace;

/**
 * A Pareto distribution of the first kind, cut off on both sides: on {@code [low, high]} its density is proportional to
 * {@code x^-(index + 1)}. The index may be any number; the smaller it is the heavier is the tail. The same on every machine, bit for bit.
 */
public record TruncatedPareto(double low, double high, double index) {

  private static final double LOWEST_INDEX = -5;
  private static final double HIGHEST_INDEX = 60;
  private static final int HALVINGS = 200;

  /** Checks the bounds. */
  public TruncatedPareto {
    if (!(low > 0 && high > low && high < Double.POSITIVE_INFINITY && Math.abs(index) < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("no truncated Pareto distribution on [" + low + ", " + high + "] with index " + index);
    }
  }

  /**
   * The distribution on {@code [low, high]} with a mean, up to rounding.
   *
   * @throws IllegalArgumentException when the mean is so close to a bound that no index between -5 and 60 gives it
   */
  public static TruncatedPareto withMean(double mean, double low, double high) {
    double from = LOWEST_INDEX;
    double to = HIGHEST_INDEX;
    if (mean > new TruncatedPareto(low, high, from).mean() || mean < new TruncatedPareto(low, high, to).mean()) {
      throw new IllegalArgumentException("a truncated Pareto distribution on [" + low + ", " + high + "] cannot have mean " + mean);
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (from + to) / 2;
      if (new TruncatedPareto(low, high, middle).mean() > mean) { // the mean falls with the index
        from = middle;
      } else {
        to = middle;
      }
    }
    return new TruncatedPareto(low, high, (from + to) / 2);
  }

  /** The mean. */
  public double mean() {
    return low * integral(1 - index) / integral(-index);
  }

  /** The probability of values up to {@code x}. */
  public double cdf(double x) {
    if (x <= low) {
      return 0;
    }
    return x >= high ? 1 : growth(-index, StrictMath.log(x / low)) / integral(-index);
  }

  /**
   * The value below which the share {@code u} of all values lies.
   *
   * @param u from 0 to 1; uniform there, it makes a sample
   */
  public double quantile(double u) {
    double logarithm = index == 0 ? u * range() : -StrictMath.log1p(u * StrictMath.expm1(-index * range())) / index;
    return Math.min(high, Math.max(low, low * StrictMath.exp(logarithm)));
  }

  /**
   * What is found at a moment rather than begun: each value as often as it is long, with a density proportional to {@code x^-index}. Of
   * things whose life has this distribution, those that live at a given moment have a total life of that one.
   */
  public TruncatedPareto lengthBiased() {
    return new TruncatedPareto(low, high, index - 1);
  }

  private double range() {
    return StrictMath.log(high / low);
  }

  /** The integral of {@code e^(rate t)} over the whole range of logarithms. */
  private double integral(double rate) {
    return growth(rate, range());
  }

  private static double growth(double rate, double to) {
    return rate == 0 ? to : StrictMath.expm1(rate * to) / rate;
  }
}
