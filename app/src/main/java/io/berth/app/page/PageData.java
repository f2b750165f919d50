package io.berth.app.page;

import io.berth.app.timeline.DeviceFacts;
import io.berth.app.timeline.History;
import io.berth.app.timeline.Moment;
import io.berth.app.timeline.NodeState;
import io.berth.app.timeline.PodFacts;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A history as the page reads it: columns of numbers, and each text once. */
final class PageData {

  private static final String HOSTNAME = "kubernetes.io/hostname";

  /** Those whose number says more than their node, which follows from the rest. */
  private static final Set<Moment.What> NUMBERED =
      EnumSet.of(Moment.What.CYCLE, Moment.What.POOL_CHANGED, Moment.What.PREEMPTED, Moment.What.HELD, Moment.What.HOLD_ENDED);

  private final History history;
  private final Explanations explanations;
  private final JsonText json = new JsonText();
  private final Numbered<String> texts = new Numbered<>();
  private final Map<String, Integer> nodes = new HashMap<>();
  private final List<ResourceName> resources;

  private PageData(History history, Explanations explanations) {
    this.history = history;
    this.explanations = explanations;
    texts.of("");
    for (String node : history.nodes()) {
      nodes.put(node, nodes.size());
    }
    resources = resources(history);
  }

  static String of(String title, History history, Explanations explanations) {
    return new PageData(history, explanations).write(title);
  }

  /** CPU, memory and pods first, then what any node has or any pod asks for. */
  private static List<ResourceName> resources(History history) {
    var others = new TreeSet<ResourceName>();
    history.states().forEach(state -> state.allocatable().forEach((name, amount) -> add(others, name, amount)));
    history.pods().forEach(pod -> pod.requests().forEach((name, amount) -> add(others, name, amount)));
    var all = new ArrayList<>(List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.PODS));
    others.removeAll(all);
    all.addAll(others);
    return all;
  }

  private static void add(TreeSet<ResourceName> names, ResourceName name, long amount) {
    if (amount != 0) {
      names.add(name);
    }
  }

  private String write(String title) {
    json.open('{').key("title").text(title).key("start").text(history.start().toString());
    json.key("length").number(history.length().toMillis());
    json.key("resources").open('[');
    for (ResourceName name : resources) {
      int unit = name.isMilli() ? 0 : isBytes(name) ? 1 : 2;
      json.open('[').text(name.name()).number(unit).close(']');
    }
    json.close(']').key("nodes").texts(history.nodes());
    pods();
    devices();
    moments();
    explanations();
    return json.key("texts").texts(texts.values()).close('}').toString();
  }

  private static boolean isBytes(ResourceName name) {
    return name == ResourceName.MEMORY || name == ResourceName.EPHEMERAL_STORAGE || name.isHugePage();
  }

  private List<Number> amounts(Resources from, long pods) {
    return resources.stream().map(name -> name == ResourceName.PODS ? (Number) pods : amount(from, name)).toList();
  }

  /** Beyond 64 bits a larger number; browsers take both. */
  private static Number amount(Resources from, ResourceName name) {
    long amount = from.get(name);
    return amount == Long.MAX_VALUE || amount == Long.MIN_VALUE ? from.getExact(name) : (Number) amount;
  }

  private void pods() {
    var requests = new Numbered<List<Number>>();
    List<PodFacts> pods = history.pods();
    json.key("pods").open('{');
    json.key("name").texts(pods.stream().map(PodFacts::name).toList());
    json.key("namespace").numbers(pods.stream().map(pod -> texts.of(pod.namespace())).toList());
    json.key("owner").numbers(pods.stream().map(pod -> texts.of(pod.owner())).toList());
    json.key("priority").numbers(pods.stream().map(PodFacts::priority).toList());
    json.key("request").numbers(pods.stream().map(pod -> requests.of(amounts(pod.requests(), 1))).toList());
    json.close('}').key("requests").open('[');
    requests.values().forEach(json::numbers);
    json.close(']');
  }

  private void devices() {
    DeviceFacts facts = history.devices();
    json.key("devices").open('{');
    json.key("pool").numbers(facts.devices().stream().map(DeviceFacts.Device::pool).toList());
    json.key("node").numbers(facts.devices().stream().map(device -> nodes.getOrDefault(device.node(), -1)).toList());
    json.key("name").numbers(facts.devices().stream().map(device -> texts.of(device.name())).toList());
    json.close('}').key("pools").open('[');
    facts.pools().forEach(pool -> json.open('[').text(pool.driver()).text(pool.name()).close(']'));
    json.close(']').key("poolStates").open('[');
    facts.poolStates().forEach(json::numbers);
    json.close(']').key("claims").open('{');
    json.key("namespace").numbers(facts.claims().stream().map(claim -> texts.of(claim.namespace())).toList());
    json.key("name").numbers(facts.claims().stream().map(claim -> texts.of(claim.name())).toList());
    json.close('}').key("allocations").open('[');
    facts.allocations().forEach(json::numbers);
    json.close(']');
  }

  /** Times are differences; a node's number is that of its state, of which equal ones are there once. */
  private void moments() {
    var states = new Numbered<NodeState>();
    var columns = new ArrayList<List<Long>>();
    for (int i = 0; i < 5; i++) {
      columns.add(new ArrayList<>(history.moments().size()));
    }
    long last = 0;
    for (Moment moment : history.moments()) {
      long at = moment.at().toMillis();
      boolean stated = moment.what() == Moment.What.NODE_JOINED || moment.what() == Moment.What.NODE_CHANGED;
      boolean numbered = moment.what().ofClaim() || NUMBERED.contains(moment.what());
      long extra = stated ? states.of(plain(history.states().get(moment.number()))) : numbered ? moment.number() : moment.node();
      long[] values = {at - last, moment.what().ordinal(), moment.subject(), extra, texts.of(moment.text())};
      for (int i = 0; i < values.length; i++) {
        columns.get(i).add(values[i]);
      }
      last = at;
    }
    json.key("whats").open('[');
    for (Moment.What what : Moment.What.values()) {
      json.text(what.word());
    }
    json.close(']').key("moments").open('[');
    columns.forEach(json::numbers);
    json.close(']').key("states").open('[');
    for (NodeState state : states.values()) {
      json.open('[').numbers(amounts(state.allocatable(), state.allowedPods())).number(state.cordoned() ? 1 : 0).texts(state.taints());
      json.texts(state.labels().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList()).close(']');
    }
    json.close(']');
  }

  private static NodeState plain(NodeState state) {
    var labels = new TreeMap<>(state.labels());
    labels.remove(HOSTNAME);
    return new NodeState(state.allocatable(), state.allowedPods(), state.cordoned(), state.taints(), labels);
  }

  /** For each: pod, cycle, message, number of nodes, rows of four, groups of a verdict set, a count and sample nodes. */
  private void explanations() {
    Explanations.Coverage coverage = explanations.coverage();
    json.key("coverage").numbers(List.of(coverage.cycles(), coverage.explained()));
    json.key("explained").open('[');
    explanations.all().forEach((pod, cycles) -> cycles.forEach(e -> {
      json.open('[').number(pod).number(e.cycle()).number(texts.of(e.message())).number(e.nodes()).open('[');
      e.rows().forEach(row -> json.number(nodes.getOrDefault(row.node(), -1)).number(row.verdicts()).number(row.scores()).number(row.total()));
      json.close(']').open('[');
      if (e.rows().size() < e.nodes()) {
        for (Explanations.Group group : e.groups()) {
          json.number(group.verdicts()).number(group.count());
          json.numbers(group.samples().stream().map(name -> nodes.getOrDefault(name, -1)).toList());
        }
      }
      json.close(']').close(']');
    }));
    json.close(']').key("plugins").texts(explanations.texts.plugins.values()).key("statuses").texts(explanations.texts.statuses.values());
    json.key("verdicts").open('[');
    explanations.texts.verdictSets.values().forEach(json::numbers);
    json.close(']').key("scores").open('[');
    explanations.texts.scoreSets.values().forEach(json::numbers);
    json.close(']');
  }
}
