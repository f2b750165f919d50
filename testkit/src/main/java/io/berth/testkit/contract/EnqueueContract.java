package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.FilterPlugin;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.event.QueueingHintFn;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What holds for a Filter plugin that registers events: the events never change, hints answer for whatever they are shown, and no pod
 * sleeps through the event that helps it. A pod that the plugin turned down on some node must be woken by a new node that it fits on, and
 * by a change of a node, or a pod's deletion, after which it fits on that node.
 */
public abstract class EnqueueContract<P extends FilterPlugin & EnqueueExtensions> extends PluginContract<P> {
  /** For the subclasses, which are test classes. */
  protected EnqueueContract() {}

  @Test
  void registersTheSameEventsEachTime() {
    onEachCase(
        bench ->
            assertThat(bench.plugin().eventsToRegister().stream().map(ClusterEventWithHint::event).toList())
                .isEqualTo(bench.plugin().eventsToRegister().stream().map(ClusterEventWithHint::event).toList())
                .allSatisfy(event -> assertThat(event.actions()).isNotEqualTo(ActionType.NONE)));
  }

  @Test
  void aNewNodeThatThePodFitsOnWakesIt() {
    onEachCase(
        bench -> {
          PodInfo pod = bench.objects().pod("p").info();
          NodeInfo added = bench.objects().node("new").info();
          boolean rejected = bench.cache().list().stream().anyMatch(node -> !fits(bench, pod, node.name()));
          bench.cache().put(added.node());
          if (rejected && fits(bench, pod, "new")) {
            assertThat(hints(bench.plugin(), pod, EventResource.NODE, ActionType.ADD, null, added)).as("%s for %s", added.node(), pod.pod())
                .contains(QueueingHint.QUEUE);
          }
        });
  }

  @Test
  void aChangeOfANodeAfterWhichThePodFitsWakesIt() {
    onEachCase(
        bench -> {
          PodInfo pod = bench.objects().pod("p").info();
          NodeInfo before = bench.cache().node("n0");
          if (!fits(bench, pod, "n0")) {
            bench.cache().put(bench.objects().node("n0").obj());
            NodeInfo after = bench.cache().node("n0");
            if (fits(bench, pod, "n0")) {
              NodeInfo bareBefore = NodeInfo.of(before.node());
              NodeInfo bareAfter = NodeInfo.of(after.node());
              assertThat(hints(bench.plugin(), pod, EventResource.NODE, ActionType.UPDATE, bareBefore, bareAfter))
                  .as("%s became %s for %s", before.node(), after.node(), pod.pod())
                  .contains(QueueingHint.QUEUE);
            }
          }
        });
  }

  @Test
  void thePodWhoseDeletionMakesRoomWakesIt() {
    onEachCase(
        bench -> {
          PodInfo pod = bench.objects().pod("p").info();
          for (NodeInfo node : bench.cache().list()) {
            for (PodInfo there : node.pods()) {
              if (!fits(bench, pod, node.name())) {
                bench.cache().remove(there);
                if (fits(bench, pod, node.name())) {
                  assertThat(hints(bench.plugin(), pod, EventResource.ASSIGNED_POD, ActionType.DELETE, there, null))
                      .as("%s went away for %s", there.pod(), pod.pod())
                      .contains(QueueingHint.QUEUE);
                }
              }
            }
          }
        });
  }

  private boolean fits(Bench<P> bench, PodInfo pod, String node) {
    CycleState state = new CycleState();
    return FilterContract.preFilter(bench.plugin(), state, pod, bench.cache().snapshot())
        && bench.plugin().filter(state, pod, bench.cache().node(node)).isSuccess();
  }

  /** What the hints say that are registered for such an event. */
  @SuppressWarnings("unchecked") // the resource ties the type of the hint
  private static <T> List<QueueingHint> hints(
      EnqueueExtensions plugin,
      PodInfo pod,
      EventResource<T> resource,
      ActionType action,
      @Nullable T before,
      @Nullable T after) {
    List<QueueingHint> answers = new ArrayList<>();
    for (ClusterEventWithHint<?> registered : plugin.eventsToRegister()) {
      if (resource.matches(registered.event().resource()) && action.intersects(registered.event().actions())) {
        QueueingHintFn<T> hint = (QueueingHintFn<T>) registered.hint();
        answers.add(hint == null ? QueueingHint.QUEUE : hint.hint(pod, before, after));
      }
    }
    return answers;
  }
}
