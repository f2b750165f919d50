package io.berth.plugins.podtopologyspread;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;

import io.berth.plugins.internal.index.RandomObjects;
import io.berth.plugins.internal.index.TestCluster;
import io.berth.plugins.internal.index.TestCycle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Node;

/** Two zones with two nodes each, and a plugin that follows them. */
final class SpreadScene {
  static final String UNEVEN = "node(s) didn't match pod topology spread constraints";
  static final String MISSING = UNEVEN + " (missing required label)";

  final TestCluster cluster = new TestCluster();
  private int pods;

  /** node-a and node-b in zone1, node-x and node-y in zone2. */
  static SpreadScene twoZones() {
    return new SpreadScene()
        .with(inZone("node-a", "zone1"))
        .with(inZone("node-b", "zone1"))
        .with(inZone("node-x", "zone2"))
        .with(inZone("node-y", "zone2"));
  }

  static Node inZone(String name, String zone) {
    return node(name).label("zone", zone).label("node", name).hostname().obj();
  }

  SpreadScene with(Node node) {
    cluster.put(node);
    return this;
  }

  /** So many pods with label {@code foo} on the node. */
  SpreadScene foo(String node, int count) {
    for (int i = 0; i < count; i++) {
      with(pod("p-" + pods++).label("foo", "").on(node));
    }
    return this;
  }

  /** So many pods with label {@code bar} on the node. */
  SpreadScene bar(String node, int count) {
    for (int i = 0; i < count; i++) {
      with(pod("p-" + pods++).label("bar", "").on(node));
    }
    return this;
  }

  SpreadScene with(PodFixture pod) {
    cluster.put(RandomObjects.info(pod.obj()));
    return this;
  }

  PodTopologySpread plugin(PodTopologySpreadArgs args) {
    PodTopologySpread plugin = new PodTopologySpread(cluster.handle(), args);
    cluster.snapshot();
    cluster.listen(plugin);
    return plugin;
  }

  TestCycle<PodTopologySpread> cycle(PodFixture pod) {
    return cycle(pod, PodTopologySpreadArgs.DEFAULT);
  }

  TestCycle<PodTopologySpread> cycle(PodFixture pod, PodTopologySpreadArgs args) {
    return TestCycle.of(cluster, plugin(args), pod.obj());
  }

  /** The verdicts on node-a, node-b, node-x and node-y (or as many as there are), a letter each: Fits, Uneven, Missing label. */
  String verdicts(PodFixture pod) {
    return letters(cycle(pod));
  }

  static String letters(TestCycle<PodTopologySpread> cycle) {
    StringBuilder letters = new StringBuilder();
    for (String verdict : cycle.verdicts().values()) {
      letters.append(
          switch (verdict) {
            case "" -> 'F';
            case UNEVEN -> 'U';
            case MISSING -> 'M';
            default -> throw new AssertionError(verdict);
          });
    }
    return letters.toString();
  }
}
