package io.berth.app.timeline;

import io.berth.framework.resource.ResourceName;
import java.util.Locale;

/** Amounts of resources, for people and for programs. */
public final class AmountText {

  private static final String[] UNITS = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private AmountText() {}

  /** For people: {@code 1.5} cores, {@code 3.2Gi}, {@code 4}. */
  public static String forPeople(ResourceName name, long amount) {
    if (name.isMilli()) {
      return decimals(amount / 1000.0);
    }
    return isBytes(name) ? bytes(amount) : Long.toString(amount);
  }

  /** Exact, as Kubernetes reads it: {@code 1500m}, {@code 3435973836}, {@code 4}. */
  public static String exact(ResourceName name, long amount) {
    if (!name.isMilli()) {
      return Long.toString(amount);
    }
    return amount % 1000 == 0 ? Long.toString(amount / 1000) : amount + "m";
  }

  private static boolean isBytes(ResourceName name) {
    return name == ResourceName.MEMORY || name == ResourceName.EPHEMERAL_STORAGE || name.isHugePage();
  }

  private static String bytes(long amount) {
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
