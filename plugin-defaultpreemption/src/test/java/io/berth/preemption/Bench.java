package io.berth.preemption;

import io.berth.framework.Cancellation;
import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.NodeToStatus;
import io.berth.framework.Plugin;
import io.berth.framework.PostFilterResult;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.NodeFixture;
import io.berth.testkit.PdbFixture;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plugin in a cluster that a test makes up. */
final class Bench {
  final FakeHandle handle = new FakeHandle();
  final List<Integer> victimCounts = new ArrayList<>();
  int attempts;
  private final DefaultPreemption plugin;

  Bench() {
    this(PreemptionRules.UPSTREAM);
  }

  Bench(PreemptionRules rules, Plugin... others) {
    this(DefaultPreemptionArgs.DEFAULT, rules, others);
  }

  Bench(DefaultPreemptionArgs args, PreemptionRules rules, Plugin... others) {
    handle.running(new CpuFit()).running(others).metrics(
        new SchedulerMetrics() {
          @Override
          public void preemptionAttempt() {
            attempts++;
          }

          @Override
          public void preemptionVictims(int count) {
            victimCounts.add(count);
          }
        });
    plugin = (DefaultPreemption) DefaultPreemption.factory(args, rules).create(handle);
  }

  DefaultPreemption plugin() {
    return plugin;
  }

  Bench nodes(NodeFixture... nodes) {
    handle.cache().nodes(nodes);
    return this;
  }

  /** Pods on nodes. */
  Bench pods(PodFixture... pods) {
    for (PodFixture pod : pods) {
      handle.cache().pods(pod);
      know(pod.obj());
    }
    return this;
  }

  /** Pods that have been given their nodes, and that the cluster does not show there yet. */
  Bench assumed(PodFixture... pods) {
    for (PodFixture pod : pods) {
      handle.cache().pods(pod);
      know(new PodBuilder(pod.obj()).editSpec().withNodeName(null).endSpec().build());
    }
    return this;
  }

  Bench budgets(PdbFixture... budgets) {
    for (PdbFixture budget : budgets) {
      handle.objects(ResourceKind.POD_DISRUPTION_BUDGETS).add(budget.obj());
    }
    return this;
  }

  /** The pod object is as given from now on. */
  void know(Pod pod) {
    var pods = handle.objects(ResourceKind.PODS);
    if (pods.get(pod.getMetadata().getNamespace(), pod.getMetadata().getName()) == null) {
      pods.add(pod);
    } else {
      pods.update(pod);
    }
  }

  /** A pod is gone. */
  void gone(PodFixture pod) {
    handle.cache().remove(pod.info());
    handle.objects(ResourceKind.PODS).delete(pod.obj());
  }

  /** One failed cycle of the pod, up to the end of PostFilter. Evictions begin when {@code handle.time()} runs. */
  PostFilterResult cycle(PodFixture fixture) {
    know(fixture.obj());
    return cycle(fixture.info());
  }

  PostFilterResult cycle(PodInfo pod) {
    var snapshot = handle.cache().snapshot();
    var state = new CycleState();
    Map<String, Status> statuses = new LinkedHashMap<>();
    for (NodeInfo node : snapshot.nodes()) {
      Status status = handle.runner().runFilterPluginsWithNominatedPods(state, pod, node);
      if (!status.isSuccess()) {
        statuses.put(node.name(), status);
      }
    }
    var nodes = new NodeToStatus() {
      @Override
      public Status get(String nodeName) {
        return statuses.getOrDefault(nodeName, Status.unresolvable());
      }

      @Override
      public List<NodeInfo> nodesForStatusCode(Code code) {
        return snapshot.nodes().stream().filter(node -> get(node.name()).code() == code).toList();
      }
    };
    PostFilterResult result =
        plugin.postFilter(state, pod, nodes, Cancellation.NEVER).toCompletableFuture().join();
    handle.nominator().addNominatedPod(pod, result.nominating());
    return result;
  }

  /** The names of the pods that were asked to be deleted. */
  List<String> deleted() {
    return handle.recordedWrites().requests().stream()
        .filter(request -> request.startsWith("delete pods "))
        .map(request -> request.substring(request.indexOf('/') + 1))
        .toList();
  }

  /** The names of activated pods. */
  List<String> activated() {
    return handle.activated().stream().map(PodInfo::name).toList();
  }
}
