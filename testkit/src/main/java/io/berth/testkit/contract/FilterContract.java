package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.NodeChanges;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What holds for a Filter plugin: it answers success or a rejection with a reason, the same each time it is asked, whatever it was asked
 * before, and changes nothing. Where it says that two questions depend on the same, it gives the same answer to both.
 */
public abstract class FilterContract<P extends FilterPlugin> extends PluginContract<P> {
  private static final int PODS_A_CASE = 5;
  private static final Set<Code> ANSWERS =
      EnumSet.of(Code.SUCCESS, Code.UNSCHEDULABLE, Code.UNSCHEDULABLE_AND_UNRESOLVABLE, Code.ERROR);

  /** For the subclasses, which are test classes. */
  protected FilterContract() {}

  /** The answers of one cycle, node by node; those of a cycle that ended before Filter are all the same. */
  protected static List<Status> filterAll(FilterPlugin plugin, CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    List<Status> statuses = new ArrayList<>();
    for (NodeInfo node : nodes) {
      statuses.add(plugin.filter(state, pod, node));
    }
    return statuses;
  }

  /** Runs PreFilter if the plugin has it; whether Filter is to be run. */
  protected static boolean preFilter(FilterPlugin plugin, CycleState state, PodInfo pod, Snapshot snapshot) {
    if (!(plugin instanceof PreFilterPlugin preFilter)) {
      return true;
    }
    PreFilterDecision decision = preFilter.preFilter(state, pod, snapshot);
    return decision instanceof PreFilterDecision.AllNodes || decision instanceof PreFilterDecision.Only;
  }

  @Test
  void answersSuccessOrARejectionWithAReason() {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          if (preFilter(bench.plugin(), state, pod, bench.cache().lastSnapshot())) {
            for (NodeInfo node : bench.cache().list()) {
              Status status = bench.plugin().filter(state, pod, node);
              assertThat(status.code()).isIn(ANSWERS);
              assertThat(status.isSuccess() || !status.message().isBlank()).as("a reason for %s", status).isTrue();
            }
          }
        });
  }

  @Test
  void answersTheSameEachTimeAndInAnyOrder() {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          List<NodeInfo> nodes = bench.cache().list();
          if (preFilter(bench.plugin(), state, pod, bench.cache().lastSnapshot())) {
            List<Status> first = filterAll(bench.plugin(), state, pod, nodes);
            for (int i = nodes.size() - 1; i >= 0; i--) {
              assertThat(bench.plugin().filter(state, pod, nodes.get(i))).isEqualTo(first.get(i));
            }
          }
        });
  }

  @Test
  void leavesPodsAndNodesAsTheyWere() {
    onEachCase(
        bench -> {
          PodInfo pod = bench.objects().pod("p").info();
          Pod podBefore = new PodBuilder(pod.pod()).build();
          List<Node> nodesBefore = bench.cache().list().stream().map(node -> new NodeBuilder(node.node()).build()).toList();
          CycleState state = new CycleState();
          if (preFilter(bench.plugin(), state, pod, bench.cache().lastSnapshot())) {
            filterAll(bench.plugin(), state, pod, bench.cache().list());
          }
          assertThat(pod.pod()).isEqualTo(podBefore);
          assertThat(bench.cache().list()).extracting(NodeInfo::node).isEqualTo(nodesBefore);
        });
  }

  @Test
  void whereItsSignaturesAreEqualSoAreItsAnswers() {
    onEachCase(
        bench -> {
          Map<Asked, Status> answers = new HashMap<>();
          bench.handle().nodeChanges().addListener(new Forgetting(answers));
          for (int i = 0; i < PODS_A_CASE; i++) {
            PodInfo pod = bench.objects().pod("p" + i).info();
            compare(bench, pod, answers);
            bench.cache().list().stream().findAny().ifPresent(node -> bench.cache().put(bench.objects().pod("new").on(node.name()).info()));
            bench.cache().snapshot();
            compare(bench, twin(pod, bench), answers);
          }
        });
  }

  /** What must have the same answer; nodes are compared by identity. */
  private record Asked(Object signature, NodeInfo node, boolean emptied) {}

  private record Forgetting(Map<Asked, Status> answers) implements NodeChanges.Listener {
    @Override
    public void changed(String node) {
      answers.keySet().removeIf(asked -> asked.node().name().equals(node));
    }

    @Override
    public void allChanged() {
      answers.clear();
    }
  }

  private static PodInfo twin(PodInfo pod, Bench<?> bench) {
    PodBuilder twin = new PodBuilder(pod.pod()).editMetadata().withName(pod.name() + "-twin").withUid(pod.uid() + "-twin").endMetadata();
    return PodInfo.of(twin.build(), bench.handle().effectiveRequests());
  }

  private static void compare(Bench<? extends FilterPlugin> bench, PodInfo pod, Map<Asked, Status> answers) {
    FilterPlugin plugin = bench.plugin();
    CycleState state = new CycleState();
    Object signature = preFilter(plugin, state, pod, bench.cache().lastSnapshot()) ? plugin.filterSignature(state, pod) : null;
    if (signature == null) {
      return;
    }
    for (NodeInfo node : bench.cache().list()) {
      compare(answers, new Asked(signature, node, false), plugin.filter(state, pod, node));
      compare(answers, new Asked(signature, node, true), filterEmptied(plugin, state.copy(), pod, node));
    }
  }

  private static void compare(Map<Asked, Status> answers, Asked asked, Status answer) {
    Status before = answers.putIfAbsent(asked, answer);
    assertThat(before == null ? answer : before).as("the answer before to %s", asked).isEqualTo(answer);
  }

  private static Status filterEmptied(FilterPlugin plugin, CycleState copy, PodInfo pod, NodeInfo node) {
    PreFilterExtensions extensions = plugin instanceof PreFilterPlugin preFilter ? preFilter.preFilterExtensions() : null;
    NodeInfo.Edit edit = node.edit();
    for (PodInfo there : node.pods()) {
      edit.remove(there);
      if (extensions != null) {
        extensions.removePod(copy, pod, there, edit.view());
      }
    }
    return plugin.filter(copy, pod, edit.view());
  }
}
