package io.berth.testkit;

import static io.berth.testkit.Fixtures.namespace;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.NominatingInfo;
import io.berth.framework.SnapshotDelta;
import io.berth.framework.SnapshotListener;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FakesTest {
  private final List<String> heard = new ArrayList<>();

  private <T extends HasMetadata> ResourceEventHandler<T> handler() {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        heard.add("add " + object.getMetadata().getName());
      }

      @Override
      public void onUpdate(T oldObject, T newObject) {
        heard.add("update " + newObject.getMetadata().getName());
      }

      @Override
      public void onDelete(T object, boolean finalStateUnknown) {
        heard.add("delete " + object.getMetadata().getName() + (finalStateUnknown ? " unknown" : ""));
      }
    };
  }

  @Test
  void anInformerTellsWhatTheTestSays() {
    FakeInformer<Namespace> informer = new FakeInformer<>();
    informer.add(namespace("a")).addHandler(handler());
    informer.add(namespace("b")).update(namespace("a", "x", "y")).delete(namespace("b"));
    informer.duplicate();
    assertThat(heard).as("a deletion that comes twice is heard once").containsExactly("add a", "add b", "update a", "delete b");
    assertThat(informer.list()).extracting(n -> n.getMetadata().getName()).containsExactly("a");
    assertThat(informer.get("", "a")).isNotNull();
  }

  @Test
  void anInformerThatWasCutOffTellsTheDifferenceAfterwards() {
    FakeInformer<Namespace> informer = new FakeInformer<>();
    informer.addHandler(handler());
    informer.add(namespace("a")).add(namespace("b")).add(namespace("d"));
    heard.clear();
    informer.drop();
    informer.update(namespace("a", "x", "y")).delete(namespace("b")).add(namespace("c"));
    assertThat(heard).isEmpty();
    assertThat(informer.get("", "b")).as("what has been told").isNotNull();

    informer.relist();
    assertThat(heard).containsExactly("update a", "add c", "delete b unknown");
  }

  @Test
  void anAdditionThatComesTwiceIsAnUpdate() {
    FakeClusterEvents events = new FakeClusterEvents();
    RecordingSink<Pod> sink = new RecordingSink<>();
    events.watch(ResourceKind.PODS, sink);
    FakeWatch<Pod> watch = events.of(ResourceKind.PODS);
    watch.add(pod("p").obj()).sync();
    watch.duplicate();
    watch.close();
    watch.close();
    assertThat(sink.calls()).containsExactly("added(default/p)", "synced", "updated(default/p)", "stopped");
    assertThatThrownBy(() -> events.of(ResourceKind.NODES)).hasMessageContaining("nobody watches nodes");
  }

  @Test
  void timersRunWhenTheirTimeHasCome() {
    FakeTimers time = new FakeTimers();
    time.schedule(Duration.ofSeconds(2), () -> heard.add("late"));
    time.schedule(
        Duration.ofSeconds(1),
        () -> {
          heard.add("early");
          time.execute(() -> heard.add("task"));
        });
    var never = time.schedule(Duration.ofSeconds(1), () -> heard.add("never"));
    assertThat(never.cancel()).isTrue();
    time.advance(Duration.ofSeconds(2));
    assertThat(heard).containsExactly("early", "task", "late");
    assertThat(time.now()).isEqualTo(FakeTimers.START.plusSeconds(2));
  }

  @Test
  void requestsAreWrittenDownAndAnsweredAsTheTestSays() {
    RecordingWrites writes = new RecordingWrites();
    ObjectRef<Pod> ref = ObjectRef.of(ResourceKind.PODS, pod("p").obj());
    assertThat(writes.bind(ref, "n1").toCompletableFuture().join().isDone()).isTrue();
    writes.next(new WriteOutcome.Conflict<>("taken")).next(new EvictionOutcome.AlreadyGone());
    assertThat(writes.bind(ref, "n2").toCompletableFuture().join().describe()).isEqualTo("taken");
    assertThat(writes.evict(ref, null).toCompletableFuture().join()).isInstanceOf(EvictionOutcome.AlreadyGone.class);

    writes.hold();
    var held = writes.delete(ref).toCompletableFuture();
    assertThat(held).isNotDone();
    writes.releaseAll();
    assertThat(held.join().isDone()).isTrue();
    assertThat(writes.requests())
        .containsExactly("bind default/p to n1", "bind default/p to n2", "evict default/p", "delete pods default/p");
  }

  @Test
  void aCacheTellsListenersWhatChangedFromOneSnapshotToTheNext() {
    FakeCache cache = new FakeCache().nodes(node("n1"), node("n2")).pods(pod("p").on("n1"));
    List<SnapshotDelta> deltas = new ArrayList<>();
    cache.listen(
        new SnapshotListener() {
          @Override
          public void changed(SnapshotDelta delta) {
            deltas.add(delta);
          }

          @Override
          public String name() {
            return "listener";
          }
        });
    cache.snapshot();
    cache.pods(pod("q").on("n2")).remove(pod("p").on("n1").info());
    assertThat(cache.snapshot().podCount()).isEqualTo(1);
    cache.snapshot();

    assertThat(deltas).hasSize(3);
    assertThat(deltas.get(1).nodes()).allMatch(SnapshotDelta.NodeChange::nodeChanged);
    assertThat(deltas.get(2).nodes()).extracting(change -> change.name() + " +" + change.added().size() + " -" + change.removed().size())
        .containsExactly("n1 +0 -1", "n2 +1 -0");
    assertThatThrownBy(() -> cache.pods(pod("x").on("nowhere"))).hasMessageContaining("\"nowhere\"");
  }

  @Test
  void aHandleShowsWhatThePluginDidWithIt() {
    FakeHandle handle = new FakeHandle();
    handle.activator().activate(List.of(pod("p").info()));
    handle.queueOrder().keysChanged(List.of("u"));
    handle.nominator().addNominatedPod(pod("p").info(), NominatingInfo.override("n1"));
    handle.eventRecorder().event(pod("p").info(), null, EventNote.warning("R", "A", "note", "c"));

    assertThat(handle.activated()).hasSize(1);
    assertThat(handle.changedKeys()).containsExactly("u");
    assertThat(handle.nominator().nominatedPodsForNode("n1")).hasSize(1);
    assertThat(handle.recordedEvents().events()).singleElement().hasToString("default/p Warning R: note");
    assertThat(handle.informer(ResourceKind.SERVICES)).isSameAs(handle.lister(ResourceKind.SERVICES));
  }
}
