package io.berth.conformance.histories;

import io.berth.conformance.histories.History.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Steps that are a little plainer than a given one. Each is strictly plainer, so that simplifying comes to an end. */
final class SimplerSteps {
  private SimplerSteps() {}

  static List<Step> of(Step step) {
    List<Step> simpler = new ArrayList<>();
    if (step.events() > 0) {
      simpler.add(new Step(0, step.after(), step.action()));
      simpler.add(new Step(step.events() - 1, step.after(), step.action()));
    }
    if (!step.after().isZero()) {
      simpler.add(new Step(step.events(), Duration.ZERO, step.action()));
      Duration seconds = Duration.ofSeconds(step.after().toSeconds());
      if (!seconds.equals(step.after()) && !seconds.isZero()) {
        simpler.add(new Step(step.events(), seconds, step.action()));
      }
    }
    for (Action action : simplerActions(step.action())) {
      simpler.add(new Step(step.events(), step.after(), action));
    }
    return simpler;
  }

  private static List<Action> simplerActions(Action action) {
    if (action instanceof Action.OfTheme own) {
      return own.simpler();
    } else if (action instanceof Action.AddPod add) {
      return map(pods(add.pod()), Action.AddPod::new);
    } else if (action instanceof Action.AddPodOn add) {
      return map(pods(add.pod()), pod -> new Action.AddPodOn(pod, add.node()));
    } else if (action instanceof Action.SetNode set) {
      return map(nodes(set.node()), Action.SetNode::new);
    } else if (action instanceof Action.ReplaceNode replace) {
      return map(nodes(replace.node()), Action.ReplaceNode::new);
    }
    return List.of();
  }

  private static <T> List<Action> map(List<T> simpler, Function<T, Action> action) {
    return simpler.stream().map(action).toList();
  }

  private static List<PodSpec> pods(PodSpec pod) {
    List<PodSpec> simpler = new ArrayList<>();
    for (PodSpec.Rules rules : rules(pod.rules())) {
      simpler.add(pod.with(rules));
    }
    for (int i = 0; i < pod.traits().size(); i++) {
      simpler.add(pod.with(without(pod.traits(), i)));
      for (PodTrait trait : pod.traits().get(i).simpler()) {
        List<PodTrait> traits = new ArrayList<>(pod.traits());
        traits.set(i, trait);
        simpler.add(pod.with(traits));
      }
    }
    PodSpec.Size size = pod.size();
    addUnlessEqual(simpler, pod, pod.with(new PodSpec.Size(0, size.memoryMi(), size.gpus(), size.port())));
    addUnlessEqual(simpler, pod, pod.with(new PodSpec.Size(size.milliCpu(), 0, size.gpus(), size.port())));
    addUnlessEqual(simpler, pod, pod.with(new PodSpec.Size(size.milliCpu(), size.memoryMi(), 0, size.port())));
    addUnlessEqual(simpler, pod, pod.with(new PodSpec.Size(size.milliCpu(), size.memoryMi(), size.gpus(), 0)));
    PodSpec.Life life = pod.life();
    PodSpec.Life plain = PodSpec.Life.PLAIN;
    addUnlessEqual(simpler, pod, pod.with(plain));
    addUnlessEqual(
        simpler,
        pod,
        pod.with(
            new PodSpec.Life(
                life.namespace(), life.priority(), life.gated(), life.scheduler(), plain.graceSeconds(), plain.runSeconds(), life.held())));
    addUnlessEqual(
        simpler,
        pod,
        pod.with(
            new PodSpec.Life(
                plain.namespace(), 0, life.gated(), life.scheduler(), life.graceSeconds(), life.runSeconds(), life.held())));
    addUnlessEqual(
        simpler,
        pod,
        pod.with(
            new PodSpec.Life(
                life.namespace(), life.priority(), life.gated(), life.scheduler(), life.graceSeconds(), life.runSeconds(), "")));
    return simpler;
  }

  private static List<PodSpec.Rules> rules(PodSpec.Rules rules) {
    List<PodSpec.Rules> simpler = new ArrayList<>();
    addUnlessEqual(simpler, rules, PodSpec.Rules.NONE);
    for (int i = 0; i < rules.near().size(); i++) {
      simpler.add(new PodSpec.Rules(rules.tolerates(), rules.disk(), rules.zone(), without(rules.near(), i), rules.spread()));
    }
    for (int i = 0; i < rules.spread().size(); i++) {
      simpler.add(new PodSpec.Rules(rules.tolerates(), rules.disk(), rules.zone(), rules.near(), without(rules.spread(), i)));
    }
    addUnlessEqual(simpler, rules, new PodSpec.Rules("", rules.disk(), rules.zone(), rules.near(), rules.spread()));
    addUnlessEqual(simpler, rules, new PodSpec.Rules(rules.tolerates(), "", "", rules.near(), rules.spread()));
    return simpler;
  }

  private static List<NodeSpec> nodes(NodeSpec node) {
    List<NodeSpec> simpler = new ArrayList<>();
    NodeSpec.Place place = node.place();
    addUnlessEqual(simpler, node, node.with(new NodeSpec.Place("", "", "", false)));
    addUnlessEqual(simpler, node, node.with(new NodeSpec.Place(place.zone(), "", "", place.cordoned())));
    addUnlessEqual(simpler, node, node.with(new NodeSpec.Place(place.zone(), place.disk(), place.taint(), false)));
    NodeSpec.Size size = node.size();
    addUnlessEqual(simpler, node, node.with(new NodeSpec.Size(size.milliCpu(), size.memoryMi(), 0, 110)));
    addUnlessEqual(simpler, node, node.with(new NodeSpec.Size(4000, 8192, size.gpus(), size.pods())));
    return simpler;
  }

  private static <T> void addUnlessEqual(List<T> simpler, T original, T candidate) {
    if (!candidate.equals(original)) {
      simpler.add(candidate);
    }
  }

  private static <T> List<T> without(List<T> list, int index) {
    List<T> rest = new ArrayList<>(list);
    rest.remove(index);
    return List.copyOf(rest);
  }
}
