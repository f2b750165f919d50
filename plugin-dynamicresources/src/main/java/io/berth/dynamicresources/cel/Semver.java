package io.berth.dynamicresources.cel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A semantic version. Ordered and equal by precedence: build metadata does not count. Numbers have 64 bits without a sign.
 *
 * <p>Source: github.com/blang/semver/v4 (as used by staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go), v1.37.2.
 */
final class Semver implements Comparable<Semver> {

  private final long major;
  private final long minor;
  private final long patch;
  private final List<String> preRelease;
  private final List<String> build;

  private Semver(long major, long minor, long patch, List<String> preRelease, List<String> build) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.preRelease = List.copyOf(preRelease);
    this.build = List.copyOf(build);
  }

  /**
   * Reads a version as the specification writes it.
   *
   * @throws IllegalArgumentException if it is not one
   */
  static Semver parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Version string empty");
    }
    String[] parts = text.split("\\.", 3);
    if (parts.length != 3) {
      throw new IllegalArgumentException("No Major.Minor.Patch elements found");
    }
    long major = number(parts[0], "major");
    long minor = number(parts[1], "minor");
    String rest = parts[2];
    List<String> build = List.of();
    int plus = rest.indexOf('+');
    if (plus >= 0) {
      build = identifiers(rest.substring(plus + 1), false);
      rest = rest.substring(0, plus);
    }
    List<String> preRelease = List.of();
    int dash = rest.indexOf('-');
    if (dash >= 0) {
      preRelease = identifiers(rest.substring(dash + 1), true);
      rest = rest.substring(0, dash);
    }
    return new Semver(major, minor, number(rest, "patch"), preRelease, build);
  }

  /**
   * Reads a version after a leading {@code v} and leading zeros of its numbers are taken away, and missing numbers are filled
   * up with 0.
   *
   * @throws IllegalArgumentException if it is not one even then
   */
  static Semver parseNormalized(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    List<String> numbers = new ArrayList<>(3);
    for (String part : parts) {
      numbers.add(part.length() > 1 ? withoutLeadingZeros(part) : part);
    }
    if (parts.length < 3) {
      String last = numbers.get(numbers.size() - 1);
      if (last.indexOf('+') >= 0 || last.indexOf('-') >= 0) {
        throw new IllegalArgumentException("short version cannot contain PreRelease/Build meta data");
      }
      while (numbers.size() < 3) {
        numbers.add("0");
      }
    }
    return parse(String.join(".", numbers));
  }

  private static String withoutLeadingZeros(String part) {
    int start = 0;
    while (start < part.length() && part.charAt(start) == '0') {
      start++;
    }
    String rest = part.substring(start);
    return rest.isEmpty() || !isDigit(rest.charAt(0)) ? "0" + rest : rest;
  }

  private static long number(String text, String which) {
    if (!isNumeric(text)) {
      throw new IllegalArgumentException("Invalid character(s) found in " + which + " number \"" + text + "\"");
    }
    if (hasLeadingZeros(text)) {
      throw new IllegalArgumentException(
          Character.toUpperCase(which.charAt(0)) + which.substring(1) + " number must not contain leading zeroes \"" + text + "\"");
    }
    return unsigned(text);
  }

  private static long unsigned(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("strconv.ParseUint: parsing \"\": invalid syntax");
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("strconv.ParseUint: parsing \"" + text + "\": value out of range", e);
    }
  }

  private static List<String> identifiers(String text, boolean preRelease) {
    String[] identifiers = text.split("\\.", -1);
    for (String identifier : identifiers) {
      if (identifier.isEmpty()) {
        throw new IllegalArgumentException(preRelease ? "Prerelease is empty" : "Build meta data is empty");
      }
      for (int i = 0; i < identifier.length(); i++) {
        char c = identifier.charAt(i);
        if (!isDigit(c) && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '-') {
          throw new IllegalArgumentException(
              "Invalid character(s) found in " + (preRelease ? "prerelease" : "build meta data") + " \"" + identifier + "\"");
        }
      }
      if (preRelease && isNumeric(identifier)) {
        if (hasLeadingZeros(identifier)) {
          throw new IllegalArgumentException(
              "Numeric PreRelease version must not contain leading zeroes \"" + identifier + "\"");
        }
        unsigned(identifier);
      }
    }
    return List.of(identifiers);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNumeric(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasLeadingZeros(String text) {
    return text.length() > 1 && text.charAt(0) == '0';
  }

  long major() {
    return major;
  }

  long minor() {
    return minor;
  }

  long patch() {
    return patch;
  }

  @Override
  public int compareTo(Semver other) {
    int byNumber = Long.compareUnsigned(major, other.major);
    byNumber = byNumber != 0 ? byNumber : Long.compareUnsigned(minor, other.minor);
    byNumber = byNumber != 0 ? byNumber : Long.compareUnsigned(patch, other.patch);
    if (byNumber != 0 || preRelease.isEmpty() && other.preRelease.isEmpty()) {
      return Integer.signum(byNumber);
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return preRelease.isEmpty() ? 1 : -1;
    }
    for (int i = 0; i < preRelease.size() && i < other.preRelease.size(); i++) {
      int byIdentifier = compareIdentifiers(preRelease.get(i), other.preRelease.get(i));
      if (byIdentifier != 0) {
        return byIdentifier;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  private static int compareIdentifiers(String a, String b) {
    boolean aNumeric = isNumeric(a);
    boolean bNumeric = isNumeric(b);
    if (aNumeric && bNumeric) {
      return Long.compareUnsigned(Long.parseUnsignedLong(a), Long.parseUnsignedLong(b));
    }
    if (aNumeric || bNumeric) {
      return aNumeric ? -1 : 1;
    }
    return Integer.signum(a.compareTo(b));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Semver that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(major) * 31 + Long.hashCode(minor)) * 31 + Long.hashCode(patch) + preRelease.hashCode() * 31;
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(major) + "." + Long.toUnsignedString(minor) + "." + Long.toUnsignedString(patch)
        + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease)) + (build.isEmpty() ? "" : "+" + String.join(".", build));
  }
}
