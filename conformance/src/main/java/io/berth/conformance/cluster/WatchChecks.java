package io.berth.conformance.cluster;

import static io.berth.conformance.cluster.Checks.expect;

import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A watch: the first list, what changes, and a restart of the API server in between. */
final class WatchChecks {
  private static final String NAMESPACE = "watched";
  private static final Duration SOON = Duration.ofSeconds(30);

  private final World world;
  private final Checks checks;
  private final SinkLog<Pod> sink = new SinkLog<>(NAMESPACE);

  WatchChecks(World world, Checks checks) {
    this.world = world;
    this.checks = checks;
  }

  void run() throws InterruptedException {
    world.namespace(NAMESPACE);
    for (String name : List.of("a", "b", "d")) {
      create(name);
    }
    try (Watch watch = world.cluster().watch(ResourceKind.PODS, sink)) {
      checks.check("watch: the whole first list, then synced", this::firstList);
      checks.check("watch: what is added, changed and deleted", this::changes);
      checks.check("watch: what changed around a restart of the API server, each change once", this::restart);
      watch.close();
      checks.check("watch: says that it stopped, and nothing afterwards", this::stop);
    }
  }

  private void create(String name) throws InterruptedException {
    world.create(World.pod(NAMESPACE, name, "nobody", "100m"));
  }

  private void delete(String name) throws InterruptedException {
    world.write(() -> world.cluster().delete(new ObjectRef<>(ResourceKind.PODS, NAMESPACE, name, ""), 0L));
  }

  private void nominate(String name, String node) throws InterruptedException {
    world.write(
        () ->
            world.cluster()
                .patchPodStatus(
                    new ObjectRef<>(ResourceKind.PODS, NAMESPACE, name, ""), new PodStatusPatch(List.of(), node)));
  }

  private void firstList() throws InterruptedException {
    Checks.await(SOON, "synced", sink::isSynced);
    expect(sink.calls().equals(List.of("added a", "added b", "added d")), sink.calls().toString());
  }

  private void changes() throws InterruptedException {
    create("e");
    nominate("e", "n1");
    delete("e");
    Checks.await(SOON, "the deletion of e", () -> sink.calls().contains("deleted e"));
    expect(sink.calls().contains("added e") && sink.calls().contains("updated e"), sink.calls().toString());
    agrees();
  }

  private void restart() throws InterruptedException, IOException {
    world.restartApiServer();
    nominate("a", "n9");
    delete("b");
    create("c");
    Checks.await(SOON, "what changed", () -> sink.versions().equals(versions()));
    agrees();
    long updatesOfD = sink.calls().stream().filter("updated d"::equals).count();
    expect(updatesOfD == 0, "d did not change, but was told");
  }

  private void agrees() {
    expect(sink.versions().equals(versions()), "told " + sink.versions() + ", but there is " + versions());
    expect(sink.faults().isEmpty(), String.join("; ", sink.faults()));
  }

  private Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    world.pods(NAMESPACE).forEach(pod -> versions.put(SinkLog.name(pod), SinkLog.version(pod)));
    return versions;
  }

  private void stop() throws InterruptedException {
    expect(sink.isStopped(), "it did not say that it stopped");
    create("f");
    expect(!sink.calls().contains("added f"), "f was told after the end");
    expect(sink.faults().isEmpty(), String.join("; ", sink.faults()));
  }
}
