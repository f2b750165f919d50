package io.berth.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line of names and {@code --option value} pairs.
 *
 * @param names what is no option, in order
 * @param values options by name, without the dashes
 */
record Options(List<String> names, Map<String, String> values) {
  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException for an option that is unknown or lacks its value
   */
  static Options parse(String[] args, List<String> known) {
    List<String> names = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      if (!args[i].startsWith("--")) {
        names.add(args[i]);
        continue;
      }
      String name = args[i].substring(2);
      if (!known.contains(name)) {
        throw new IllegalArgumentException("unknown option --" + name + "; known: " + String.join(", ", known));
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("--" + name + " needs a value");
      }
      values.put(name, args[++i]);
    }
    return new Options(names, values);
  }

  /** A number from 0. */
  int number(String name, int otherwise) {
    return number(name, otherwise, 0);
  }

  /** A number from 1. */
  int positive(String name, int otherwise) {
    return number(name, otherwise, 1);
  }

  private int number(String name, int otherwise, int least) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) < least) {
      throw new IllegalArgumentException("--" + name + " needs a number from " + least + ", not " + text);
    }
    return Integer.parseInt(text);
  }

  /** A value that must be there. */
  String required(String name) {
    String text = values.get(name);
    if (text == null) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return text;
  }
}
