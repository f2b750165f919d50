package io.berth.conformance;

import io.berth.scheduler.PendingPod;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays scripts to the complete scheduler: in which order the cycles come, who is bound where, and who sleeps where. No cycle begins
 * before all changes of a step are made; what a cycle causes has happened before the next; the clock stands still but for what a
 * step says, one millisecond after each change and one before each cycle.
 */
final class TimelineSuite implements Suite {

  private static final Duration TICK = Duration.ofMillis(1);
  private static final int MOST_CYCLES = 60;

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    return HeaderCheck.of(header);
  }

  @Override
  public Verdict run(Case one) {
    ObjectNode expected = KubeObjects.object();
    ObjectNode actual = KubeObjects.object();
    int i = 0;
    try (var play = new Play()) {
      for (JsonNode step : one.input().path("steps")) {
        expected.set("step " + i, one.expected().path("steps").path(i));
        actual.set("step " + i, play.step(step));
        i++;
      }
    }
    return Verdict.of(JsonDiff.between(expected, actual));
  }

  /** One script on one cluster. */
  private static final class Play implements AutoCloseable {

    private final SteppedScheduler scheduler = new SteppedScheduler();
    private final ScriptedChanges changes = new ScriptedChanges(scheduler.cluster(), SteppedScheduler.EPOCH);
    private final Map<String, Set<String>> rejectedBy = new TreeMap<>();

    private Play() {
      namespace("default", Map.of());
      namespace("team-a", Map.of("team", "a", "env", "prod"));
      namespace("team-b", Map.of("team", "b", "env", "dev"));
      scheduler.settle();
    }

    private void namespace(String name, Map<String, String> labels) {
      ObjectNode tree = KubeObjects.object().put("kind", "Namespace");
      ObjectNode all = tree.putObject("metadata").put("name", name).putObject("labels");
      all.put("kubernetes.io/metadata.name", name);
      labels.forEach(all::put);
      changes.create(tree);
    }

    ObjectNode step(JsonNode step) {
      int eventsBefore = scheduler.cluster().events().size();
      scheduler.advance(Duration.ofSeconds(step.path("advance").asInt()));
      for (JsonNode change : step.path("changes")) {
        changes.apply(change);
        scheduler.settle();
        scheduler.advance(TICK);
      }
      ObjectNode result = KubeObjects.object();
      ArrayNode cycles = result.putArray("cycles");
      while (scheduler.offers() && cycles.size() < MOST_CYCLES) {
        scheduler.advance(TICK);
        SteppedScheduler.Cycle cycle = scheduler.cycle();
        cycles.add(cycle.pod());
        rejectedBy.put(cycle.pod(), cycle.rejectedBy());
        scheduler.settle();
      }
      result.set("evicted", KubeObjects.strings(evicted(eventsBefore)));
      ObjectNode pods = result.putObject("pods");
      scheduler.pods().forEach(pod -> pods.set(key(pod), fate(pod)));
      scheduler.check();
      return result;
    }

    private Set<String> evicted(int eventsBefore) {
      return scheduler.cluster().events().stream()
          .skip(eventsBefore)
          .filter(event -> event.reason().equals("Preempted"))
          .map(RecordedEvent::regarding)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private ObjectNode fate(Pod pod) {
      ObjectNode fate = KubeObjects.object();
      String node = pod.getSpec().getNodeName();
      if (node != null && !node.isEmpty()) {
        fate.put("node", node);
        if (pod.getMetadata().getDeletionTimestamp() != null) {
          fate.put("terminating", true);
        }
        return fate;
      }
      PendingPod waiting = scheduler.waiting(key(pod));
      fate.put("in", waiting.place().name().toLowerCase(Locale.ROOT));
      fate.put("attempts", waiting.attempts());
      Set<String> plugins = rejectedBy.getOrDefault(key(pod), Set.of());
      if (waiting.attempts() > 0 && !plugins.isEmpty()) {
        fate.set("rejectedBy", KubeObjects.strings(plugins));
      }
      String nominated = pod.getStatus().getNominatedNodeName();
      if (nominated != null && !nominated.isEmpty()) {
        fate.put("nominated", nominated);
      }
      return fate;
    }

    private static String key(Pod pod) {
      return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    @Override
    public void close() {
      scheduler.close();
    }
  }
}
