package io.berth.simulator.trace;

/**
 * Whole numbers from 1 to a highest one, each {@code ratio} times as likely as the one before.
 *
 * @param highest at least 1
 * @param ratio more than 0
 */
public record TruncatedGeometric(int highest, double ratio) {

  /** Checks the parameters. */
  public TruncatedGeometric {
    if (highest < 1 || !(ratio > 0 && ratio < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("no truncated geometric distribution on 1 to " + highest + " with ratio " + ratio);
    }
  }

  /** The probability of a number. */
  public double probability(int number) {
    return number < 1 || number > highest ? 0 : weight(number) / total();
  }

  /** The mean. */
  public double mean() {
    double sum = 0;
    for (int number = 1; number <= highest; number++) {
      sum += number * probability(number);
    }
    return sum;
  }

  /**
   * The smallest number that has at least the share {@code u} up to it.
   *
   * @param u from 0 to 1; uniform there, it makes a sample
   */
  public int quantile(double u) {
    double left = u * total();
    int number = 1;
    while (number < highest && left >= weight(number)) {
      left -= weight(number);
      number++;
    }
    return number;
  }

  private double weight(int number) {
    return StrictMath.pow(ratio, number - 1);
  }

  private double total() {
    double total = 0;
    for (int number = 1; number <= highest; number++) {
      total += weight(number);
    }
    return total;
  }
}
