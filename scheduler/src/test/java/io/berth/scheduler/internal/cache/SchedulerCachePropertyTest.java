package io.berth.scheduler.internal.cache;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.SnapshotDelta;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes on the cache and on a model that is too simple to be wrong. */
class SchedulerCachePropertyTest {
  private static final int STEPS = 400;

  private final SchedulerCache cache = new SchedulerCache();
  private final Map<String, String> zoneOfNode = new LinkedHashMap<>();
  private final Map<String, String> nodeOfPod = new LinkedHashMap<>();
  private final TreeSet<String> assumed = new TreeSet<>();
  private final Map<String, Set<PodInfo>> toldByDeltas = new TreeMap<>();
  private ClusterSnapshot previous = ClusterSnapshot.EMPTY;
  private List<String> contentOfPrevious = List.of();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theCacheAgreesWithTheModelAfterAnyHistory(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      change(random);
      if (random.nextInt(3) == 0) {
        compare(cache.updateSnapshot());
      }
      assertThat(cache.violations()).as("seed %d, step %d", seed, step).isEmpty();
    }
  }

  private void change(Random random) {
    String nodeName = "n" + random.nextInt(8);
    String podName = "p" + random.nextInt(20);
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        String zone = "z" + random.nextInt(3);
        cache.setNode(node(nodeName).zone(zone).cpu("8").image("i" + random.nextInt(4), 5).obj());
        if (!zone.equals(zoneOfNode.put(nodeName, zone))) {
          // The model keeps the order of arrival in a zone: a node that moves arrives anew.
          zoneOfNode.remove(nodeName);
          zoneOfNode.put(nodeName, zone);
        }
      }
      case 2 -> {
        if (zoneOfNode.remove(nodeName) != null) {
          cache.removeNode(nodeName);
        }
      }
      case 3, 4 -> {
        boolean isNew = !nodeOfPod.containsKey(podName);
        assertThat(cache.assume(pod(podName).cpu("1").info().withNodeName(nodeName)).isSuccess()).isEqualTo(isNew);
        if (isNew) {
          nodeOfPod.put(podName, nodeName);
          assumed.add(podName);
        }
      }
      case 5 -> {
        String to = nodeOfPod.getOrDefault(podName, nodeName);
        cache.setPod(pod(podName).cpu("1").on(to).info());
        nodeOfPod.put(podName, to);
        assumed.remove(podName);
      }
      case 6 -> {
        if (assumed.remove(podName)) {
          cache.forget(pod(podName).info().withNodeName(nodeOfPod.remove(podName)));
        }
      }
      default -> {
        cache.removePod(pod(podName).info());
        nodeOfPod.remove(podName);
        assumed.remove(podName);
      }
    }
  }

  private void compare(SnapshotDelta delta) {
    ClusterSnapshot snapshot = cache.snapshot();
    assertThat(content(previous)).as("an older snapshot").isEqualTo(contentOfPrevious);
    assertThat(snapshot.nodes().stream().map(NodeInfo::name)).containsExactlyInAnyOrderElementsOf(zoneOfNode.keySet());
    nodeOfPod.forEach(
        (pod, nodeName) -> {
          NodeInfo info = snapshot.node(nodeName);
          assertThat(info != null && info.pod(pod) != null).isEqualTo(zoneOfNode.containsKey(nodeName));
          assertThat(cache.isAssumed(pod)).isEqualTo(assumed.contains(pod));
        });
    apply(delta);
    for (NodeInfo info : snapshot.nodes()) {
      assertThat(toldByDeltas.get(info.name())).as("pods by deltas").containsExactlyInAnyOrderElementsOf(info.pods());
    }
    assertThat(toldByDeltas).hasSize(snapshot.nodes().size());
    assertThat(snapshot.nodes().stream().map(NodeInfo::name).toList()).isEqualTo(order());
    for (int i = 0; i < 4; i++) {
      String image = "i" + i;
      long expected = snapshot.nodes().stream().filter(info -> info.hasImage(image)).count();
      assertThat((long) snapshot.imageNodes(image)).as(image).isEqualTo(expected);
    }
    previous = snapshot;
    contentOfPrevious = content(snapshot);
  }

  private void apply(SnapshotDelta delta) {
    for (SnapshotDelta.NodeChange change : delta.nodes()) {
      Set<PodInfo> pods =
          toldByDeltas.computeIfAbsent(change.name(), name -> Collections.newSetFromMap(new IdentityHashMap<>()));
      change.removed().forEach(pod -> assertThat(pods.remove(pod)).as("removed %s", pod).isTrue());
      change.added().forEach(pod -> assertThat(pods.add(pod)).as("added %s", pod).isTrue());
      if (change.after() == null) {
        assertThat(toldByDeltas.remove(change.name())).isEmpty();
      }
    }
  }

  /** What upstream's tree would list, the slow way. */
  private List<String> order() {
    Map<String, List<String>> zones = new LinkedHashMap<>();
    for (String zone : zonesInOrderOfTheCache()) {
      zones.put(zone, new ArrayList<>());
    }
    zoneOfNode.forEach((name, zone) -> zones.get(zone).add(name));
    List<String> order = new ArrayList<>();
    for (int round = 0; order.size() < zoneOfNode.size(); round++) {
      for (List<String> names : zones.values()) {
        if (round < names.size()) {
          order.add(names.get(round));
        }
      }
    }
    return order;
  }

  /** The model does not remember when a zone was empty, so the first round of the snapshot tells the order of zones. */
  private List<String> zonesInOrderOfTheCache() {
    return cache.snapshot().nodes().stream().map(info -> zoneOfNode.get(info.name())).distinct().toList();
  }

  private static List<String> content(ClusterSnapshot snapshot) {
    return snapshot.nodes().stream().map(info -> info.name() + info.pods()).toList();
  }
}
