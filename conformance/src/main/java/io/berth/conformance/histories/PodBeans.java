package io.berth.conformance.histories;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecFluent;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods of histories as objects of a cluster. */
final class PodBeans {
  static final String RUNS = "histories/runs";
  static final String HELD = "histories/held";

  private PodBeans() {}

  static Pod build(PodSpec spec) {
    PodBuilder builder = new PodBuilder();
    PodBuilder.SpecNested<PodBuilder> pod =
        builder
            .withNewMetadata()
            .withName(spec.name())
            .withNamespace(spec.life().namespace())
            .addToLabels("app", spec.app())
            .addToAnnotations(RUNS, Integer.toString(spec.life().runSeconds()))
            .addToAnnotations(HELD, spec.life().held())
            .endMetadata()
            .withNewSpec();
    pod.withSchedulerName(spec.life().scheduler())
        .withPriority(spec.life().priority())
        .withTerminationGracePeriodSeconds((long) spec.life().graceSeconds());
    if (spec.life().gated()) {
      pod.addNewSchedulingGate("held");
    }
    container(pod, spec.size());
    rules(pod, spec.rules());
    pod.endSpec();
    spec.traits().forEach(trait -> trait.applyTo(builder));
    return builder.build();
  }

  private static <A extends PodSpecFluent<A>> void container(PodSpecFluent<A> pod, PodSpec.Size size) {
    var container = pod.addNewContainer().withName("main").withNewResources().withRequests(requests(size)).endResources();
    if (size.port() > 0) {
      container.addNewPort().withHostPort(size.port()).withContainerPort(size.port()).withProtocol("TCP").endPort();
    }
    container.endContainer();
  }

  static Map<String, Quantity> requests(PodSpec.Size size) {
    Map<String, Quantity> requests = new LinkedHashMap<>();
    if (size.milliCpu() > 0) {
      requests.put("cpu", new Quantity(size.milliCpu() + "m"));
    }
    if (size.memoryMi() > 0) {
      requests.put("memory", new Quantity(size.memoryMi() + "Mi"));
    }
    if (size.gpus() > 0) {
      requests.put(NodeSpec.GPU, new Quantity(Integer.toString(size.gpus())));
    }
    return requests;
  }

  private static <A extends PodSpecFluent<A>> void rules(PodSpecFluent<A> pod, PodSpec.Rules rules) {
    if (rules.tolerates().equals("*")) {
      pod.addNewToleration().withOperator("Exists").endToleration();
    } else if (!rules.tolerates().isEmpty()) {
      pod.addNewToleration().withKey("dedicated").withOperator("Equal").withValue(rules.tolerates()).endToleration();
    }
    if (!rules.disk().isEmpty()) {
      pod.addToNodeSelector(NodeSpec.DISK, rules.disk());
    }
    var affinity = pod.withNewAffinity();
    if (!rules.zone().isEmpty()) {
      affinity
          .withNewNodeAffinity()
          .withNewRequiredDuringSchedulingIgnoredDuringExecution()
          .addNewNodeSelectorTerm()
          .addToMatchExpressions(new NodeSelectorRequirement(NodeSpec.ZONE, "In", List.of(rules.zone())))
          .endNodeSelectorTerm()
          .endRequiredDuringSchedulingIgnoredDuringExecution()
          .endNodeAffinity();
    }
    for (PodSpec.Near near : rules.near()) {
      PodAffinityTerm term = term(near);
      if (near.away()) {
        var terms = affinity.editOrNewPodAntiAffinity();
        (near.required()
                ? terms.addToRequiredDuringSchedulingIgnoredDuringExecution(term)
                : terms.addToPreferredDuringSchedulingIgnoredDuringExecution(new WeightedPodAffinityTerm(term, 10)))
            .endPodAntiAffinity();
      } else {
        var terms = affinity.editOrNewPodAffinity();
        (near.required()
                ? terms.addToRequiredDuringSchedulingIgnoredDuringExecution(term)
                : terms.addToPreferredDuringSchedulingIgnoredDuringExecution(new WeightedPodAffinityTerm(term, 10)))
            .endPodAffinity();
      }
    }
    affinity.endAffinity();
    for (PodSpec.Spread spread : rules.spread()) {
      pod.addToTopologySpreadConstraints(
          new TopologySpreadConstraintBuilder()
              .withMaxSkew(spread.maxSkew())
              .withTopologyKey(spread.topology())
              .withWhenUnsatisfiable(spread.required() ? "DoNotSchedule" : "ScheduleAnyway")
              .withNodeTaintsPolicy(spread.honorTaints() ? "Honor" : null)
              .withLabelSelector(app(spread.app()))
              .build());
    }
  }

  private static PodAffinityTerm term(PodSpec.Near near) {
    PodAffinityTermBuilder term = new PodAffinityTermBuilder().withTopologyKey(near.topology()).withLabelSelector(app(near.app()));
    if (near.namespaces().equals("*")) {
      term.withNewNamespaceSelector().endNamespaceSelector();
    } else if (near.namespaces().startsWith("name:")) {
      term.withNamespaces(near.namespaces().substring("name:".length()));
    } else if (!near.namespaces().isEmpty()) {
      term.withNewNamespaceSelector().addToMatchLabels("team", near.namespaces()).endNamespaceSelector();
    }
    return term.build();
  }

  private static LabelSelector app(String app) {
    return new LabelSelectorBuilder().addToMatchLabels("app", app).build();
  }
}
