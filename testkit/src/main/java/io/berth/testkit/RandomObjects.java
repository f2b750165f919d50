package io.berth.testkit;

import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import java.util.random.RandomGenerator;

/**
 * Random nodes and pods out of a small world, so that they have to do with each other: three zones, three applications, two taints, two
 * ports, one extended resource, three images.
 */
public final class RandomObjects {
  private static final String HOST = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String GPU = "example.com/gpu";
  private static final String[] EFFECTS = {"NoSchedule", "NoExecute", "PreferNoSchedule"};

  private final RandomGenerator random;

  /** Objects from this chance. */
  public RandomObjects(RandomGenerator random) {
    this.random = random;
  }

  /** A node; some lack a zone, are tainted or cordoned. */
  public NodeFixture node(String name) {
    NodeFixture node =
        Fixtures.node(name)
            .hostname()
            .capacity(
                "cpu", random.nextInt(1, 9) * 500 + "m",
                "memory", random.nextInt(1, 17) * 512 + "Mi",
                "pods", Integer.toString(random.nextInt(1, 12)));
    if (!chance(10)) {
      node.zone("z" + random.nextInt(3));
    }
    if (chance(30)) {
      node.resource(GPU, Integer.toString(random.nextInt(5)));
    }
    if (chance(30)) {
      node.label("disk", chance(50) ? "ssd" : "hdd");
    }
    if (chance(25)) {
      node.taint("dedicated", "t" + random.nextInt(2), EFFECTS[random.nextInt(EFFECTS.length)]);
    }
    if (chance(10)) {
      node.unschedulable(true);
    }
    if (chance(40)) {
      node.image("image" + random.nextInt(3), random.nextLong(1, 1000) * 1024 * 1024);
    }
    return node;
  }

  /** A pod without a node; most ask for something. */
  public PodFixture pod(String name) {
    PodFixture pod = Fixtures.pod(name).label("app", app()).priority(random.nextInt(4)).container("image" + random.nextInt(3));
    resources(pod);
    placement(pod);
    if (chance(40)) {
      affinity(pod);
    }
    if (chance(25)) {
      spread(pod);
    }
    return pod;
  }

  /** A cache of random nodes with random pods on them, whether they fit there or not. */
  public FakeCache cache(int nodes, int pods) {
    FakeCache cache = new FakeCache();
    for (int i = 0; i < nodes; i++) {
      cache.nodes(node("n" + i));
    }
    for (int i = 0; i < pods && nodes > 0; i++) {
      cache.pods(pod("placed-" + i).on("n" + random.nextInt(nodes)).phase("Running"));
    }
    return cache;
  }

  private void resources(PodFixture pod) {
    if (chance(80)) {
      pod.cpu(random.nextInt(1, 12) * 250 + "m");
    }
    if (chance(60)) {
      pod.memory(random.nextInt(1, 12) * 256 + "Mi");
    }
    if (chance(15)) {
      pod.request(GPU, Integer.toString(random.nextInt(1, 3)));
    }
    if (chance(10)) {
      pod.initReq("cpu", random.nextInt(1, 4) + "");
    }
    if (chance(10)) {
      pod.overhead("cpu", "100m");
    }
    if (chance(15)) {
      pod.hostPort(8080 + random.nextInt(2));
    }
  }

  private void placement(PodFixture pod) {
    if (chance(30)) {
      pod.toleration("dedicated", "t" + random.nextInt(2), chance(50) ? "" : EFFECTS[random.nextInt(EFFECTS.length)]);
    }
    if (chance(10)) {
      pod.nodeSelector("disk", "ssd");
    }
    if (chance(10)) {
      pod.nodeAffinityIn(ZONE, "z0", "z" + random.nextInt(3));
    }
    if (chance(10)) {
      pod.preferredNodeAffinityIn(random.nextInt(1, 100), "disk", "ssd");
    }
  }

  private void affinity(PodFixture pod) {
    AffinityKind kind = AffinityKind.values()[random.nextInt(3)];
    String topology = chance(50) ? ZONE : HOST;
    if (chance(50)) {
      pod.podAffinityIn("app", topology, kind, app());
    } else {
      pod.podAntiAffinityIn("app", topology, kind, app());
    }
  }

  private void spread(PodFixture pod) {
    pod.spreadConstraint(
        new TopologySpreadConstraintBuilder()
            .withMaxSkew(random.nextInt(1, 3))
            .withTopologyKey(chance(70) ? ZONE : HOST)
            .withWhenUnsatisfiable(chance(60) ? "DoNotSchedule" : "ScheduleAnyway")
            .withLabelSelector(Fixtures.matching("app", app()))
            .build());
  }

  private String app() {
    return "app" + random.nextInt(3);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
