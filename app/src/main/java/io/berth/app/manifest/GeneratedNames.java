package io.berth.app.manifest;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Names where the API server would make some up: the same input gives the same names. Not thread-safe.
 *
 * <p>Source: apimachinery/pkg/util/rand/rand.go (the alphabet, which spells no words), v0.37.2.
 */
public final class GeneratedNames {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX = 5;

  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<String, Set<String>> given = new HashMap<>();

  /**
   * The prefix and five letters, which is no name that was given before in that scope.
   *
   * @param scope what the names must be unique in, such as kind and namespace
   * @param taken whether a name is in use already
   */
  public String next(String scope, String prefix, Predicate<String> taken) {
    Set<String> before = given.computeIfAbsent(scope, s -> new HashSet<>());
    while (true) {
      int count = counts.merge(scope + "/" + prefix, 1, Integer::sum);
      String name = prefix + hash(scope + "/" + prefix + "/" + count, SUFFIX);
      if (!taken.test(name) && before.add(name)) {
        return name;
      }
    }
  }

  /** So many letters that stand for a text. */
  public static String hash(String text, int letters) {
    long hash = 0xcbf29ce484222325L; // FNV-1a
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ b & 0xff) * 0x100000001b3L;
    }
    hash ^= hash >>> 32; // the low bits of FNV say little about the last characters
    var name = new StringBuilder();
    for (int i = 0; i < letters; i++) {
      name.append(ALPHABET.charAt((int) Long.remainderUnsigned(hash, ALPHABET.length())));
      hash = Long.divideUnsigned(hash, ALPHABET.length());
    }
    return name.toString();
  }
}
