package io.berth.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The suites there are. */
enum SuiteKind {
  ALLOCATOR("the devices that claims get on a node, or why not", AllocatorSuite::new),
  CEL("device selectors on devices: whether they match, how they fail", CelSuite::new),
  EXPRESSIONS("expressions of all libraries on random devices: what they give, how they fail", CelSuite::new),
  PODREQUESTS("requests and limits of a pod under every set of options", PodRequestsSuite::new),
  FILTERSCORE("every filter and score plugin on every node", FilterScoreSuite::new),
  HINTS("which events a change makes, and whom they wake", HintsSuite::new),
  PREEMPTION("who may preempt, victims and violated budgets on every candidate node, and the choice", PreemptionSuite::new),
  MESSAGES("what a failed cycle tells of a pod: condition, event, and who rejected it", MessagesSuite::new),
  TIMELINE("scripts played to the complete scheduler: order of cycles, bindings, who sleeps where", TimelineSuite::new);

  private final String description;
  private final Supplier<Suite> factory;

  SuiteKind(String description, Supplier<Suite> factory) {
    this.description = description;
    this.factory = factory;
  }

  static Optional<SuiteKind> named(String name) {
    return Arrays.stream(values()).filter(k -> k.suiteName().equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(SuiteKind::suiteName).collect(Collectors.joining(", "));
  }

  /** The name in case files and on the command line. */
  String suiteName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  String description() {
    return description;
  }

  /** A suite for one file. */
  Suite create() {
    return factory.get();
  }

  /** The names of the project's own copies of cases. */
  List<String> bundled() {
    return this == ALLOCATOR ? List.of("allocator", "allocator-upstream", "allocator-large") : List.of(suiteName());
  }

  /** One of the project's own copies. */
  static InputStream open(String bundled) throws IOException {
    String resource = "cases/" + bundled + ".json.gz";
    InputStream in = SuiteKind.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException("no resource " + resource);
    }
    return in;
  }
}
