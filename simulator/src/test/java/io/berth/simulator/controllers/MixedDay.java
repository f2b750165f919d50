package io.berth.simulator.controllers;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;

import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.Controller;
import io.berth.simulator.DisruptionController;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.faults.Outage;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.PodRules;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A day, or some hours of it, in a cluster where everything happens: scaling, jobs, resizes, nodes that go and come, faults until the last hour. */
final class MixedDay {
  private static final int NODES = 6;
  private static final int CPU = 16;
  private static final List<ResourceKind<?>> KINDS =
      List.of(
          ResourceKind.PODS, ResourceKind.NODES, ResourceKind.REPLICA_SETS, ClusterKinds.DEPLOYMENTS, ClusterKinds.JOBS, ClusterKinds.LEASES);

  final VirtualTime time = VirtualTime.create();
  final InMemoryCluster cluster;
  final List<String> log = new ArrayList<>();
  final List<String> tooMuch = new ArrayList<>();
  private final SplittableRandom random;
  private final SimulatedKubelet kubelets;
  private final NodeDrain drain;
  private final Instant quiet;
  private final int hours;
  private final Map<Long, Map.Entry<String, Integer>> runs = new HashMap<>();
  private final Map<String, Instant> overSince = new HashMap<>();
  private int jobs;

  MixedDay(long seed, int hours) {
    this.hours = hours;
    this.quiet = time.now().plus(Duration.ofHours(hours - 1));
    random = new SplittableRandom(seed);
    SplittableRandom chance = random.split();
    Instant start = time.now();
    cluster =
        InMemoryCluster.builder(time, time.executor())
            .writeInterceptor(
                WriteFault.firstOf(
                    List.of(
                        WriteFault.failing().between(time, start, quiet).withChance(0.02, chance),
                        WriteFault.conflicting().between(time, start, quiet).withChance(0.01, chance),
                        WriteFault.throttled(Duration.ofSeconds(2)).between(time, start, quiet).withChance(0.01, chance),
                        WriteFault.late(Duration.ofMillis(300), Duration.ofMillis(200))
                            .between(time, start, quiet)
                            .withChance(0.03, chance),
                        WriteFault.answerLost(Duration.ofSeconds(1)).between(time, start, quiet).withChance(0.01, chance))))
            .watchInterceptor(
                WatchFault.firstOf(
                    List.of(
                        ofUs(WatchFault.twice()).withChance(0.01, chance),
                        ofUs(WatchFault.late(Duration.ofMillis(700))).withChance(0.01, chance),
                        ofUs(WatchFault.dropped(Duration.ofSeconds(1))).withChance(0.002, chance),
                        ofUs(WatchFault.silent(Duration.ofSeconds(40))).withChance(0.0005, chance),
                        ofUs(WatchFault.expired(Duration.ofSeconds(3))).withChance(0.001, chance),
                        ofUs(WatchFault.broken()).withChance(0.0002, chance))))
            .build();
    KINDS.forEach(this::record);
    kubelets =
        new SimulatedKubelet(
            cluster,
            time,
            time.executor(),
            KubeletOptions.defaults().withHeartbeat(Duration.ofSeconds(20)).withFailing(pod -> uid(pod) % 7 == 0));
    drain = NodeDrain.on(time, cluster);
    List<Controller> all =
        List.of(
            kubelets,
            drain,
            ReplicaSetController.on(time, cluster),
            DeploymentController.on(time, cluster),
            new JobController(cluster, time, time.executor(), Duration.ofMillis(50)),
            NodeLifecycleController.on(time, cluster),
            TaintEvictionController.on(time, cluster),
            PodGarbageCollector.on(time, cluster),
            OwnerGarbageCollector.on(time, cluster),
            DisruptionController.on(time, cluster),
            new FirstFit(time, cluster));
    for (Controller controller : all) {
      controller.start();
      Outage.repeat(time, controller, random.split(), Duration.ofHours(3), Duration.ofSeconds(20));
    }
  }

  private WatchFault ofUs(WatchFault fault) {
    return fault.when(change -> change.watch() >= KINDS.size()).between(time, time.now(), quiet);
  }

  private static long uid(Pod pod) {
    return Long.parseLong(pod.getMetadata().getUid().substring(24), 16);
  }

  /** All of it. */
  void run() {
    for (int i = 0; i < NODES; i++) {
      cluster.create(node("n" + i).cpu(Integer.toString(CPU)).condition("Ready", "True", "ready", "KubeletReady").obj());
    }
    for (String name : List.of("web", "api", "cache")) {
      cluster.create(deployment(name, 4));
      cluster.create(pdb(name).minAvailable("50%").matchLabel("app", name).obj());
    }
    for (int minute = 0; minute < (hours - 1) * 60; minute += 4) {
      something();
      time.advance(Duration.ofMinutes(4));
    }
    for (int i = 0; i < NODES; i++) {
      kubelets.reconnect("n" + i);
      drain.uncordon("n" + i);
    }
    time.advance(Duration.ofHours(1));
  }

  private void something() {
    String name = List.of("web", "api", "cache").get(random.nextInt(3));
    String onNode = "n" + random.nextInt(NODES);
    switch (random.nextInt(8)) {
      case 0 -> scale(name, 1 + random.nextInt(8));
      case 1, 2 -> cluster.create(job("job" + jobs++));
      case 3, 4 -> resizeOne(Integer.toString(1 + random.nextInt(4)));
      case 5 -> {
        kubelets.disconnect(onNode);
        time.schedule(Duration.ofSeconds(random.nextInt(900)), () -> kubelets.reconnect(onNode));
      }
      case 6 -> {
        drain.drain(onNode);
        time.schedule(Duration.ofSeconds(random.nextInt(600)), () -> drain.uncordon(onNode));
      }
      default -> newImage(name);
    }
  }

  private void scale(String name, int replicas) {
    Deployment deployment = cluster.get(ClusterKinds.DEPLOYMENTS, "default", name);
    cluster.update(new DeploymentBuilder(deployment).editSpec().withReplicas(replicas).endSpec().build());
  }

  private void newImage(String name) {
    Deployment deployment = cluster.get(ClusterKinds.DEPLOYMENTS, "default", name);
    cluster.update(
        new DeploymentBuilder(deployment)
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .withImage("i:" + random.nextInt(1000))
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build());
  }

  private void resizeOne(String cpu) {
    List<Pod> running = cluster.list(ResourceKind.PODS).stream().filter(pod -> PodRules.phase(pod).equals("Running")).toList();
    if (!running.isEmpty()) {
      cluster.update(
          new PodBuilder(running.get(random.nextInt(running.size())))
              .editSpec()
              .editFirstContainer()
              .editResources()
              .addToRequests("cpu", new Quantity(cpu))
              .endResources()
              .endContainer()
              .endSpec()
              .build());
    }
  }

  private static Deployment deployment(String name, int replicas) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withNewSelector()
        .addToMatchLabels("app", name)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("i:0")
        .withNewResources()
        .addToRequests("cpu", new Quantity("1"))
        .endResources()
        .endContainer()
        .withTerminationGracePeriodSeconds(30L)
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static Job job(String name) {
    return new JobBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withParallelism(2)
        .withCompletions(4)
        .withTemplate(deployment("job", 1).getSpec().getTemplate())
        .endSpec()
        .build();
  }

  private <T extends HasMetadata> void record(ResourceKind<T> kind) {
    cluster.watch(
        kind,
        new EventSink<T>() {
          @Override
          public void added(T object) {
            write("+", object);
          }

          @Override
          public void updated(T oldObject, T newObject) {
            write("~", newObject);
          }

          @Override
          public void deleted(T last, boolean finalStateUnknown) {
            write("-", last);
          }

          @Override
          public void synced() {}

          @Override
          public void stopped(@Nullable Throwable cause) {}
        });
  }

  private void write(String what, HasMetadata object) {
    log.add(time.now() + " " + what + " " + (object instanceof Lease ? object.getMetadata().getResourceVersion() : object));
    if (object instanceof Pod pod) {
      runs.remove(uid(pod));
      if (!what.equals("-") && PodRules.phase(pod).equals("Running")) {
        Quantity cpu = pod.getStatus().getContainerStatuses().get(0).getAllocatedResources().get("cpu");
        runs.put(uid(pod), Map.entry(PodRules.nodeName(pod), cpu.getNumericalAmount().intValue()));
      }
      checkNodes();
    }
  }

  /** A kubelet may say late that a pod has shrunk, but not for long. */
  private void checkNodes() {
    Map<String, Integer> given = new HashMap<>();
    runs.values().forEach(run -> given.merge(run.getKey(), run.getValue(), Integer::sum));
    given.values().removeIf(cpu -> cpu <= CPU);
    overSince.keySet().retainAll(given.keySet());
    given.forEach(
        (node, cpu) -> {
          Instant since = overSince.computeIfAbsent(node, n -> time.now());
          if (since.plusSeconds(30).isBefore(time.now())) {
            tooMuch.add(time.now() + " " + node + " gives " + cpu);
          }
        });
  }
}
