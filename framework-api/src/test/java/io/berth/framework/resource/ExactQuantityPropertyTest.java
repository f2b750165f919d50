package io.berth.framework.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactQuantityPropertyTest {

  private static final String[] SUFFIXES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void computesAsArbitraryPrecisionDoes(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      BigDecimal a = decimal(random);
      BigDecimal b = decimal(random);
      ExactQuantity x = quantity(a, random);
      ExactQuantity y = quantity(b, random);
      String pair = "seed " + seed + ": " + a + " and " + b;

      assertThat(x.compareTo(y)).as(pair).isEqualTo(a.compareTo(b));
      assertThat(x.plus(y)).as(pair).isEqualTo(quantity(a.add(b), random));
      assertThat(x.minus(y)).as(pair).isEqualTo(quantity(a.subtract(b), random));
      assertThat(x.plus(y).hashCode()).as(pair).isEqualTo(quantity(a.add(b), random).hashCode());
      assertThat(x.exactValueCeil()).as(pair).isEqualTo(a.setScale(0, RoundingMode.UP).toBigInteger());
      assertThat(x.valueCeil()).as(pair).isEqualTo(nearest(a.setScale(0, RoundingMode.UP)));
      assertThat(x.milliValueCeil()).as(pair).isEqualTo(nearest(a.movePointRight(3).setScale(0, RoundingMode.UP)));
      assertThat(ExactQuantity.parse(x.toString())).as(pair).isEqualTo(x);
      assertThat(ExactQuantity.parse(x.plus(y).toString())).as(pair).isEqualTo(x.plus(y));
    }
  }

  private static BigDecimal decimal(Random random) {
    BigInteger unscaled = new BigInteger(1 + random.nextInt(90), random);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), random.nextInt(10));
  }

  private static ExactQuantity quantity(BigDecimal value, Random random) {
    int suffix = random.nextInt(SUFFIXES.length);
    return ExactQuantity.parse(value.movePointLeft(3 * suffix - 9).toPlainString() + SUFFIXES[suffix]);
  }

  private static long nearest(BigDecimal value) {
    return ExactQuantity.saturated(value.toBigIntegerExact());
  }
}
