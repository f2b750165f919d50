package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.SEMVER;
import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.SimpleType;

/**
 * Semantic versions.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go (version 1), v1.37.2.
 */
final class SemverFunctions {

  private SemverFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .global("semver", unary("string_to_semver", String.class, text -> parse(text, false)), SEMVER, SimpleType.STRING)
        .global("semver", binary("string_bool_to_semver", String.class, Boolean.class, SemverFunctions::parse),
            SEMVER, SimpleType.STRING, SimpleType.BOOL)
        .global("isSemver", unary("is_semver_string", String.class, text -> isSemver(text, false)),
            SimpleType.BOOL, SimpleType.STRING)
        .global("isSemver", binary("is_semver_string_bool", String.class, Boolean.class, SemverFunctions::isSemver),
            SimpleType.BOOL, SimpleType.STRING, SimpleType.BOOL)
        .member("isGreaterThan", binary("semver_is_greater_than", Semver.class, Semver.class, (a, b) -> a.compareTo(b) > 0),
            SimpleType.BOOL, SEMVER, SEMVER)
        .member("isLessThan", binary("semver_is_less_than", Semver.class, Semver.class, (a, b) -> a.compareTo(b) < 0),
            SimpleType.BOOL, SEMVER, SEMVER)
        .member("compareTo",
            binary("semver_compare_to", Semver.class, Semver.class, (a, b) -> (long) Integer.signum(a.compareTo(b))),
            SimpleType.INT, SEMVER, SEMVER)
        .member("major", unary("semver_major", Semver.class, Semver::major), SimpleType.INT, SEMVER)
        .member("minor", unary("semver_minor", Semver.class, Semver::minor), SimpleType.INT, SEMVER)
        .member("patch", unary("semver_patch", Semver.class, Semver::patch), SimpleType.INT, SEMVER);
  }

  private static Semver parse(String text, boolean normalize) {
    try {
      return normalize ? Semver.parseNormalized(text) : Semver.parse(text);
    } catch (IllegalArgumentException e) {
      throw RuntimeErrors.invalid(e.getMessage());
    }
  }

  private static boolean isSemver(String text, boolean normalize) {
    try {
      if (normalize) {
        Semver.parseNormalized(text);
      } else {
        Semver.parse(text);
      }
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
