package io.berth.app.timeline;

import io.berth.framework.resource.ResourceName;
import java.math.BigInteger;
import java.util.Locale;

/** Amounts of resources, for people and for programs. */
public final class AmountText {

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
  private static final String[] UNITS = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private AmountText() {}

  /** For people: {@code 1.5} cores, {@code 3.2Gi}, {@code 4}. */
  public static String forPeople(ResourceName name, BigInteger amount) {
    if (name.isMilli()) {
      return decimals(amount.doubleValue() / 1000);
    }
    return isBytes(name) ? bytes(amount.doubleValue()) : amount.toString();
  }

  /** As above. */
  public static String forPeople(ResourceName name, long amount) {
    return forPeople(name, BigInteger.valueOf(amount));
  }

  /** Exact, as Kubernetes reads it: {@code 1500m}, {@code 3435973836}, {@code 4}. */
  public static String exact(ResourceName name, BigInteger amount) {
    if (!name.isMilli()) {
      return amount.toString();
    }
    BigInteger[] cores = amount.divideAndRemainder(THOUSAND);
    return cores[1].signum() == 0 ? cores[0].toString() : amount + "m";
  }

  private static boolean isBytes(ResourceName name) {
    return name == ResourceName.MEMORY || name == ResourceName.EPHEMERAL_STORAGE || name.isHugePage();
  }

  private static String bytes(double amount) {
    double value = amount;
    int unit = -1;
    while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return decimals(value) + (unit < 0 ? "" : UNITS[unit]);
  }

  private static String decimals(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
