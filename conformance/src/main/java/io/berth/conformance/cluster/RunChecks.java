package io.berth.conformance.cluster;

import static io.berth.conformance.cluster.Checks.expect;
import static io.berth.conformance.cluster.Checks.expectEquals;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** {@code berth run} with the default profile: a hundred pods, the API server killed while they arrive. */
final class RunChecks {
  private static final String NAMESPACE = "run";
  private static final String SCHEDULER = "berth";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int NODES = 10;
  private static final int BEFORE = 40;
  private static final int MEANWHILE = 30;
  private static final int AFTERWARDS = 30;

  private final World world;
  private final Checks checks;
  private final BerthProcess.Command berth;
  private final Bindings bindings = new Bindings();

  RunChecks(World world, Checks checks, BerthProcess.Command berth) {
    this.world = world;
    this.checks = checks;
    this.berth = berth;
  }

  void run() throws InterruptedException, IOException {
    world.namespace(NAMESPACE);
    for (int i = 0; i < NODES; i++) {
      world.node("node-" + i, "4");
    }
    checks.check("run: exit status 2 and one line when the server does not answer", this::unreachable);
    try (var watch = world.cluster().watch(ResourceKind.PODS, bindings);
        BerthProcess process = berth.start(SCHEDULER, "berth.log")) {
      checks.check("run: ready", () -> ready(process));
      checks.check("run: binds " + BEFORE + " pods", () -> bindsAll("before", BEFORE));
      checks.check("run: a pod that fits nowhere has a condition and an event that say why", this::fitsNowhere);
      checks.check("run: pods of other schedulers are left alone", this::othersAreLeftAlone);
      checks.check("run: the API server is killed while " + MEANWHILE + " pods arrive; all are bound", this::killedMeanwhile);
      checks.check("run: binds " + AFTERWARDS + " pods after the restart", () -> bindsAll("after", AFTERWARDS));
      checks.check("run: a node that comes after the restart takes the pod that fitted nowhere", this::nodeArrives);
      checks.check("run: every pod was bound once, to a node that exists", this::boundOnce);
      checks.check("run: every bound pod has its condition", this::conditions);
      checks.check("run: every pod that was bound in quiet has one event", this::events);
      checks.check("run: metrics count what was bound", () -> metrics(process));
      checks.check("run: healthy to the end", () -> expectEquals("200 ok", process.get("/healthz"), "/healthz"));
      checks.check("run: exit status 0 on SIGTERM, no stack trace", () -> terminates(process));
    }
  }

  private void unreachable() throws IOException, InterruptedException {
    Path nowhere = berth.folder().resolve("nowhere.kubeconfig");
    Files.writeString(
        nowhere, Files.readString(berth.kubeconfig()).replaceAll("https://127\\.0\\.0\\.1:\\d+", "https://127.0.0.1:1"));
    try (BerthProcess process = berth.with(nowhere).start(SCHEDULER, "nowhere.log")) {
      expectEquals(2, process.awaitEnd(), "the exit status");
      expect(process.said().lines().count() == 1, "it said more than a line: " + process.said());
      expect(process.said().contains("API server cannot be used"), process.said());
    }
  }

  private void ready(BerthProcess process) throws InterruptedException {
    Checks.await(SOON, "/readyz", () -> isReady(process));
  }

  private static boolean isReady(BerthProcess process) {
    expect(process.isAlive(), "it has ended");
    try {
      return process.said().contains("/metrics") && process.get("/readyz").equals("200 ok");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void create(String prefix, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      world.create(World.pod(NAMESPACE, prefix + "-" + i, SCHEDULER, "100m"));
    }
  }

  private void bindsAll(String prefix, int count) throws InterruptedException {
    create(prefix, count);
    awaitBound(prefix, count);
  }

  private void awaitBound(String prefix, int count) throws InterruptedException {
    Checks.await(SOON, count + " bound pods named " + prefix, () -> bound(prefix) == count);
  }

  private long bound(String prefix) {
    return world.pods(NAMESPACE).stream()
        .filter(p -> p.getMetadata().getName().startsWith(prefix) && p.getSpec().getNodeName() != null)
        .count();
  }

  private Pod pod(String name) {
    return world.client().pods().inNamespace(NAMESPACE).withName(name).require();
  }

  private void fitsNowhere() throws InterruptedException {
    world.create(World.pod(NAMESPACE, "huge", SCHEDULER, "30"));
    Checks.await(SOON, "the condition", () -> pod("huge").getStatus().getConditions().stream().anyMatch(RunChecks::unschedulable));
    PodCondition condition = pod("huge").getStatus().getConditions().stream().filter(RunChecks::unschedulable).findFirst().orElseThrow();
    int nodes = world.client().nodes().list().getItems().size();
    expect(
        condition.getMessage().startsWith("0/" + nodes + " nodes are available: " + nodes + " Insufficient cpu."),
        condition.getMessage());
    expect(condition.getLastTransitionTime() != null, "the condition says no time");
    Checks.await(SOON, "the event", () -> !eventsOf("huge", "FailedScheduling").isEmpty());
    expectEquals(condition.getMessage(), eventsOf("huge", "FailedScheduling").get(0).getNote(), "the event's note");
  }

  private static boolean unschedulable(PodCondition condition) {
    return condition.getType().equals("PodScheduled")
        && condition.getStatus().equals("False")
        && "Unschedulable".equals(condition.getReason());
  }

  private void othersAreLeftAlone() throws InterruptedException {
    world.create(World.pod(NAMESPACE, "stranger", "another-scheduler", "100m"));
    bindsAll("neighbour", 1);
    expect(pod("stranger").getSpec().getNodeName() == null, "it was bound");
    expect(pod("stranger").getStatus().getConditions().isEmpty(), "it was touched: " + pod("stranger").getStatus());
  }

  private void killedMeanwhile() throws InterruptedException {
    create("during", MEANWHILE / 3);
    CompletableFuture<Void> restart = CompletableFuture.runAsync(this::restart);
    for (int i = MEANWHILE / 3; i < MEANWHILE; i++) { // until the server answers again
      world.create(World.pod(NAMESPACE, "during-" + i, SCHEDULER, "100m"));
    }
    try {
      restart.join();
    } catch (CompletionException e) {
      throw new Checks.Failure("the restart failed: " + e.getCause());
    }
    awaitBound("during", MEANWHILE);
  }

  private void restart() {
    try {
      world.restartApiServer();
    } catch (IOException e) {
      throw new CompletionException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }

  private void nodeArrives() throws InterruptedException {
    world.node("large", "64");
    awaitBound("huge", 1);
    expectEquals("large", pod("huge").getSpec().getNodeName(), "the node");
  }

  private void boundOnce() {
    Set<String> nodes =
        world.client().nodes().list().getItems().stream().map(Node::getMetadata).map(m -> m.getName()).collect(Collectors.toSet());
    List<Pod> ours = world.pods(NAMESPACE).stream().filter(p -> p.getSpec().getSchedulerName().equals(SCHEDULER)).toList();
    expectEquals(BEFORE + MEANWHILE + AFTERWARDS + 2, ours.size(), "how many pods there are");
    for (Pod pod : ours) {
      expect(nodes.contains(pod.getSpec().getNodeName()), pod.getMetadata().getName() + " is on " + pod.getSpec().getNodeName());
    }
    expect(bindings.faults().isEmpty(), String.join("; ", bindings.faults()));
    Map<String, Integer> perNode = new HashMap<>();
    ours.forEach(pod -> perNode.merge(pod.getSpec().getNodeName(), 1, Integer::sum));
    expect(perNode.values().stream().allMatch(count -> count <= 40), "a node has more than it can hold: " + perNode);
  }

  /**
   * Binding sets the condition. A scheduler that lost the answer may say afterwards that it failed, as upstream's may; a kubelet then
   * puts it right, and there is none here.
   */
  private void conditions() {
    for (Pod pod : world.pods(NAMESPACE)) {
      String name = pod.getMetadata().getName();
      if (pod.getSpec().getNodeName() != null) {
        PodCondition scheduled =
            pod.getStatus().getConditions().stream().filter(c -> c.getType().equals("PodScheduled")).findFirst().orElse(null);
        expect(scheduled != null, name + " has no condition PodScheduled");
        boolean lost = name.startsWith("during") && "SchedulerError".equals(scheduled.getReason());
        expect(scheduled.getStatus().equals("True") || lost, name + " has the condition " + scheduled);
      }
    }
  }

  private List<Event> eventsOf(String pod, String reason) {
    return world.client().events().v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .filter(e -> e.getReason().equals(reason) && e.getRegarding().getName().equals(pod))
        .toList();
  }

  /** What is said while the API server is away is lost: events are best effort. */
  private void events() throws InterruptedException {
    int expected = BEFORE + AFTERWARDS;
    Checks.await(SOON, expected + " events", () -> scheduledEvents().values().stream().mapToInt(List::size).sum() >= expected);
    Map<String, List<Event>> events = scheduledEvents();
    for (Pod pod : world.pods(NAMESPACE)) {
      String name = pod.getMetadata().getName();
      List<Event> told = events.getOrDefault(name, List.of());
      expect(told.size() <= 1, name + " has " + told.size() + " events Scheduled");
      if (name.startsWith("before") || name.startsWith("after")) {
        expect(told.size() == 1, name + " has no event Scheduled");
        expect(told.get(0).getNote().endsWith(" to " + pod.getSpec().getNodeName()), told.get(0).getNote());
      }
    }
  }

  private Map<String, List<Event>> scheduledEvents() {
    return world.client().events().v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .filter(e -> e.getReason().equals("Scheduled"))
        .collect(Collectors.groupingBy(e -> e.getRegarding().getName()));
  }

  private void metrics(BerthProcess process) throws IOException, InterruptedException {
    String metrics = process.get("/metrics");
    double scheduled =
        metrics.lines()
            .filter(l -> l.startsWith("scheduler_schedule_attempts_total") && l.contains("result=\"scheduled\""))
            .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' ') + 1)))
            .sum();
    expect(scheduled >= BEFORE + MEANWHILE + AFTERWARDS, "scheduled attempts: " + scheduled);
  }

  private void terminates(BerthProcess process) throws IOException, InterruptedException {
    expectEquals(0, process.terminate(), "the exit status");
    expect(!process.said().contains("\tat "), "there is a stack trace in " + process.said());
  }
}
