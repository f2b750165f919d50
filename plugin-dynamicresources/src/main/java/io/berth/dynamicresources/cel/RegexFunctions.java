package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.many;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for patterns, in time that grows with text and pattern only linearly.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/regex.go, v1.37.2.
 */
final class RegexFunctions {

  private static volatile @Nullable Pattern recent;

  private RegexFunctions() {}

  static void addTo(FunctionLibrary library) {
    ListType strings = ListType.create(SimpleType.STRING);
    library
        .bind("matches", binary("matches", String.class, String.class, RegexFunctions::matches))
        .bind("matches", binary("matches_string", String.class, String.class, RegexFunctions::matches))
        .member("find", binary("string_find_string", String.class, String.class, RegexFunctions::find),
            SimpleType.STRING, SimpleType.STRING, SimpleType.STRING)
        .member("findAll", binary("string_find_all_string", String.class, String.class, (text, regex) -> findAll(text, regex, -1)),
            strings, SimpleType.STRING, SimpleType.STRING)
        .member("findAll", many("string_find_all_string_int", List.of(String.class, String.class, Long.class),
            args -> findAll((String) args[0], (String) args[1], (Long) args[2])),
            strings, SimpleType.STRING, SimpleType.STRING, SimpleType.INT);
  }

  /** Most expressions have one pattern at most, so that the last one is mostly the one. */
  static Pattern pattern(String regex) {
    Pattern known = recent;
    if (known != null && known.pattern().equals(regex)) {
      return known;
    }
    try {
      Pattern compiled = Pattern.compile(regex);
      recent = compiled;
      return compiled;
    } catch (PatternSyntaxException e) {
      throw RuntimeErrors.invalid("Illegal regex: " + e.getMessage());
    }
  }

  private static boolean matches(String text, String regex) {
    return pattern(regex).matcher(text).find();
  }

  private static String find(String text, String regex) {
    Matcher matcher = pattern(regex).matcher(text);
    return matcher.find() ? matcher.group() : "";
  }

  private static List<String> findAll(String text, String regex, long limit) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern(regex).matcher(text);
    int previousEnd = -1;
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      // An empty match beside the match before it does not count.
      if (matcher.end() > matcher.start() || matcher.start() != previousEnd) {
        found.add(matcher.group());
      }
      previousEnd = matcher.end();
    }
    return found;
  }
}
