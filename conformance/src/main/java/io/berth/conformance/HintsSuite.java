package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.Plugin;
import io.berth.framework.PreEnqueuePlugin;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which events a change makes, and which plugins would send a waiting pod back to the queue for them. */
final class HintsSuite implements Suite {

  private final PluginBench bench = new PluginBench(DefaultProfile.profile());
  private final Map<String, EnqueueExtensions> plugins = new TreeMap<>();
  private final Set<String> notCompared = new TreeSet<>();
  private final Set<String> withoutAnswers = new TreeSet<>();
  private int answersNotCompared;

  HintsSuite() {
    bench.plugins(EnqueueExtensions.class).forEach(plugin -> plugins.put(plugin.name(), plugin));
  }

  @Override
  public List<Mismatch> checkHeader(JsonNode header) {
    ObjectNode expected = KubeObjects.object();
    ObjectNode actual = KubeObjects.object();
    header.path("registered").properties().forEach(e -> {
      EnqueueExtensions plugin = plugins.get(e.getKey());
      if (plugin == null) {
        notCompared.add(e.getKey());
      } else {
        expected.set(e.getKey(), e.getValue());
        var rows = actual.putArray(e.getKey());
        plugin.eventsToRegister().forEach(event -> rows.add(row(event)));
      }
    });
    header.path("leftOut").valueStream().map(JsonNode::asString).filter(plugins::containsKey).forEach(withoutAnswers::add);
    var mismatches = new ArrayList<>(JsonDiff.between(expected, actual));
    var preEnqueue = KubeObjects.strings(bench.plugins(PreEnqueuePlugin.class).stream().map(Plugin::name).toList());
    var wanted = header.path("preEnqueue").valueStream().map(JsonNode::asString).filter(DefaultProfile.names()::contains).toList();
    mismatches.addAll(JsonDiff.between(KubeObjects.strings(wanted), preEnqueue));
    return mismatches;
  }

  private static ObjectNode row(ClusterEventWithHint<?> registered) {
    ClusterEvent<?> event = registered.event();
    ObjectNode row = KubeObjects.object().put("resource", event.resource().name()).put("hint", registered.hint() != null);
    row.set("actions", KubeObjects.strings(actions(event.actions())));
    return row;
  }

  private static Set<String> actions(ActionType actions) {
    var names = new TreeSet<String>();
    if (actions.contains(ActionType.UPDATE)) {
      names.add("Update");
      actions = new ActionType(actions.bits() & ~ActionType.UPDATE.bits());
    }
    actions.basicActions().forEach(action -> names.add(action.toString()));
    return names;
  }

  @Override
  public Verdict run(Case one) {
    PodInfo pod = PodInfo.of(KubeObjects.read(one.input().path("pod"), Pod.class), EffectiveRequests.upstream());
    JsonNode change = one.input().path("event");
    var told = ToldChange.of(one.input().path("pod"), change);
    boolean own = change.path("kind").asString().equals("ownUpdate");
    List<Told> events = own ? told.toPod() : told.toLowest();
    boolean inReach = !told.toPod().isEmpty();

    ObjectNode actual = KubeObjects.object();
    actual.set("events", KubeObjects.strings(events.stream().map(Told::name).toList()));
    ObjectNode hints = actual.putObject("hints");
    var requeued = new ArrayList<String>();
    for (EnqueueExtensions plugin : plugins.values()) {
      if (withoutAnswers.contains(plugin.name())) {
        continue; // the cases have none of it
      }
      ObjectNode answers = Hints.answers(plugin, pod, events);
      if (!answers.isEmpty()) {
        hints.set(plugin.name(), answers);
      }
      if (inReach && Hints.wakes(answers)) {
        requeued.add(plugin.name());
      }
    }
    actual.set("requeuedIfRejectedBy", KubeObjects.strings(requeued));
    return Verdict.of(JsonDiff.between(expected(one), actual));
  }

  /** What upstream says of the plugins that are here. */
  private ObjectNode expected(Case one) {
    ObjectNode expected = KubeObjects.object();
    expected.set("events", one.expected().path("events"));
    ObjectNode hints = expected.putObject("hints");
    one.expected().path("hints").properties().forEach(e -> {
      if (plugins.containsKey(e.getKey())) {
        hints.set(e.getKey(), e.getValue());
      } else {
        answersNotCompared += e.getValue().size();
      }
    });
    expected.set("requeuedIfRejectedBy", KubeObjects.strings(
        one.expected().path("requeuedIfRejectedBy").valueStream().map(JsonNode::asString).filter(plugins::containsKey).toList()));
    return expected;
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "not compared, since there are no such plugins here: the registrations of "
            + String.join(", ", notCompared) + ", and " + answersNotCompared + " answers of theirs");
  }
}
