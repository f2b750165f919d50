package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What holds for a plugin with PreFilter and Filter: prepared state follows a simulation exactly. {@code addPod} undoes {@code removePod},
 * what was changed in a copy of the state stays there, and a state that followed a change answers as one that was made after it.
 */
public abstract class PreFilterContract<P extends PreFilterPlugin & FilterPlugin> extends FilterContract<P> {
  /** For the subclasses, which are test classes. */
  protected PreFilterContract() {}

  /** A pod on a node, taken off by the simulation. */
  private record Removed(PodInfo pod, String node) {}

  private void onEachPreparedCase(Prepared<P> check) {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          Snapshot snapshot = bench.cache().lastSnapshot();
          if (preFilter(bench.plugin(), state, pod, snapshot)) {
            check.on(bench, state, pod);
          }
        });
  }

  private interface Prepared<P extends PreFilterPlugin & FilterPlugin> {
    void on(Bench<P> bench, CycleState state, PodInfo pod);
  }

  @Test
  void addingAPodUndoesItsRemoval() {
    onEachPreparedCase(
        (bench, state, pod) -> {
          PreFilterExtensions extensions = bench.plugin().preFilterExtensions();
          if (extensions == null) {
            return;
          }
          List<NodeInfo> nodes = bench.cache().list();
          List<Status> before = filterAll(bench.plugin(), state, pod, nodes);
          for (NodeInfo node : nodes) {
            CycleState copy = state.copy();
            NodeInfo.Edit edit = node.edit();
            for (PodInfo there : node.pods()) {
              edit.remove(there);
              assertThat(extensions.removePod(copy, pod, there, edit.view()).isSuccess()).isTrue();
            }
            for (int i = node.pods().size() - 1; i >= 0; i--) {
              edit.add(node.pods().get(i));
              assertThat(extensions.addPod(copy, pod, node.pods().get(i), edit.view()).isSuccess()).isTrue();
            }
            assertThat(filterAll(bench.plugin(), copy, pod, nodes)).as("after emptying and refilling %s", node.name()).isEqualTo(before);
          }
        });
  }

  @Test
  void whatChangesInACopyOfTheStateStaysThere() {
    onEachPreparedCase(
        (bench, state, pod) -> {
          PreFilterExtensions extensions = bench.plugin().preFilterExtensions();
          if (extensions == null) {
            return;
          }
          List<NodeInfo> nodes = bench.cache().list();
          List<Status> before = filterAll(bench.plugin(), state, pod, nodes);
          for (NodeInfo node : nodes) {
            CycleState copy = state.copy();
            NodeInfo.Edit edit = node.edit();
            for (PodInfo there : node.pods()) {
              edit.remove(there);
              extensions.removePod(copy, pod, there, edit.view());
            }
          }
          assertThat(filterAll(bench.plugin(), state, pod, nodes)).isEqualTo(before);
        });
  }

  @Test
  void aStateThatFollowedAnswersAsOneThatWasMadeAfterwards() {
    onEachPreparedCase(
        (bench, state, pod) -> {
          PreFilterExtensions extensions = bench.plugin().preFilterExtensions();
          List<Removed> removed = new ArrayList<>();
          for (NodeInfo node : bench.cache().list()) {
            if (!node.pods().isEmpty() && bench.random().nextBoolean()) {
              PodInfo there = node.pods().get(bench.random().nextInt(node.pods().size()));
              removed.add(new Removed(there, node.name()));
            }
          }
          for (Removed each : removed) {
            bench.cache().remove(each.pod());
            if (extensions != null) {
              extensions.removePod(state, pod, each.pod(), bench.cache().node(each.node()));
            }
          }
          List<NodeInfo> nodes = bench.cache().list();
          List<Boolean> followed = successes(filterAll(bench.plugin(), state, pod, nodes));
          CycleState fresh = new CycleState();
          if (preFilter(bench.plugin(), fresh, pod, bench.cache().snapshot())) {
            assertThat(followed).as("without %s", removed).isEqualTo(successes(filterAll(bench.plugin(), fresh, pod, nodes)));
          }
        });
  }

  private static List<Boolean> successes(List<Status> statuses) {
    return statuses.stream().map(Status::isSuccess).toList();
  }
}
