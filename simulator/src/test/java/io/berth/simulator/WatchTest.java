package io.berth.simulator;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.testkit.RecordingSink;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = VirtualTime.create();
  private final ArrayDeque<WatchDecision> decisions = new ArrayDeque<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .watchInterceptor(change -> decisions.isEmpty() ? WatchDecision.DELIVER : decisions.remove())
          .build();
  private final RecordingSink<Pod> sink = new RecordingSink<>();

  private void relabel(String name) {
    Pod there = cluster.pod(name);
    String count = Integer.toString(there.getMetadata().getLabels().size());
    cluster.update(new PodBuilder(there).editMetadata().addToLabels("l" + count, "x").endMetadata().build());
  }

  @Test
  void listsFirstAndThenFollows() {
    cluster.createAll(List.of(pod("b").obj(), pod("a").obj()));
    cluster.watch(ResourceKind.PODS, sink);
    assertThat(sink.calls()).as("nothing comes before its turn").isEmpty();
    time.run();
    assertThat(sink.drain()).containsExactly("added(default/a)", "added(default/b)", "synced");

    cluster.create(pod("c").obj());
    relabel("a");
    cluster.delete(cluster.pod("b"));
    time.run();
    assertThat(sink.drain()).containsExactly("added(default/c)", "updated(default/a)", "deleted(default/b)");
    assertThat(sink.objects()).isEqualTo(cluster.list(ResourceKind.PODS));
  }

  @Test
  void changesBetweenTheCallAndTheFirstListComeAfterIt() {
    cluster.watch(ResourceKind.PODS, sink);
    cluster.create(pod("a").obj());
    time.run();
    assertThat(sink.drain()).containsExactly("synced", "added(default/a)");
  }

  @Test
  void eachChangeIsATaskOfItsOwnInTheOrderOfTheWritesWhateverTheKind() {
    RecordingSink<Node> nodes = new RecordingSink<>();
    cluster.watch(ResourceKind.PODS, sink);
    cluster.watch(ResourceKind.NODES, nodes);
    time.run();
    sink.drain();
    nodes.drain();

    cluster.create(node("n1").obj());
    cluster.create(pod("a").obj());
    cluster.create(node("n2").obj());
    time.step();
    assertThat(nodes.drain()).containsExactly("added(n1)");
    time.step();
    assertThat(sink.drain()).containsExactly("added(default/a)");
    time.step();
    assertThat(nodes.drain()).containsExactly("added(n2)");
    assertThat(time.step()).isFalse();
  }

  @Test
  void closingIsTheLastThingThatIsHeard() {
    Watch watch = cluster.watch(ResourceKind.PODS, sink);
    time.run();
    cluster.create(pod("a").obj());
    watch.close();
    cluster.create(pod("b").obj());
    time.run();
    assertThat(sink.calls()).containsExactly("synced", "stopped");
    assertThat(sink.cause()).isNull();
    watch.close();
    time.run();
    assertThat(sink.calls()).hasSize(2);
  }

  @Test
  void aWatchThatMissedSomethingGoesOnWhereItStopped() {
    cluster.create(pod("a").obj());
    cluster.create(pod("b").obj());
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();

    cluster.disconnectWatches(ResourceKind.PODS, SECOND);
    relabel("a");
    relabel("a");
    cluster.delete(cluster.pod("b"));
    time.run();
    assertThat(sink.drain()).isEmpty();

    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("updated(default/a)", "updated(default/a)", "deleted(default/b)");
  }

  /** H1: what a list after a loss finds is told as what it is. */
  @Test
  void aWatchWhoseVersionIsForgottenListsAnewAndTellsTheDifference() {
    cluster.createAll(List.of(pod("a").req("cpu", "1").obj(), pod("b").obj(), pod("d").obj()));
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();

    cluster.disconnectWatches(ResourceKind.PODS, SECOND);
    Pod a = cluster.pod("a");
    cluster.update(new PodBuilder(a).editSpec().withContainers(pod("a").req("cpu", "2").obj().getSpec().getContainers()).endSpec().build());
    cluster.delete(cluster.pod("b"));
    cluster.create(pod("c").obj());
    cluster.forgetHistory(ResourceKind.PODS);
    time.advance(SECOND);

    assertThat(sink.drain()).containsExactly("updated(default/a)", "added(default/c)", "deleted(default/b, unknown)");
    assertThat(sink.objects()).isEqualTo(cluster.list(ResourceKind.PODS));
  }

  @Test
  void anObjectThatWasReplacedByAnotherOfItsNameDuringALossComesAsAnUpdate() {
    cluster.create(pod("a").uid("1").obj());
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();

    cluster.disconnectWatches(ResourceKind.PODS, SECOND);
    cluster.remove(cluster.pod("a"));
    cluster.create(pod("a").uid("2").obj());
    cluster.forgetHistory(ResourceKind.PODS);
    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("updated(default/a)");
  }

  @Test
  void historyIsBounded() {
    InMemoryCluster small = InMemoryCluster.builder(time, time.executor()).historySize(2).build();
    small.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();
    small.disconnectWatches(ResourceKind.PODS, SECOND);
    small.create(pod("a").obj());
    small.remove(small.pod("a"));
    time.advance(SECOND);
    assertThat(sink.drain()).as("two changes are remembered").containsExactly("added(default/a)", "deleted(default/a)");

    small.disconnectWatches(ResourceKind.PODS, SECOND);
    small.create(pod("a").obj());
    small.remove(small.pod("a"));
    small.create(pod("b").obj());
    time.advance(SECOND);
    assertThat(sink.drain()).as("three are not").containsExactly("added(default/b)");
  }

  @Test
  void aLossBeforeTheFirstListOnlyDelaysIt() {
    cluster.create(pod("a").obj());
    cluster.watch(ResourceKind.PODS, sink);
    cluster.disconnectWatches(ResourceKind.PODS, SECOND);
    time.run();
    assertThat(sink.calls()).isEmpty();
    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("added(default/a)", "synced");
  }

  @Test
  void anInterceptorDelaysAChangeAndAllThatFollow() {
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();
    decisions.add(new WatchDecision.Delay(SECOND));
    cluster.create(pod("a").obj());
    cluster.create(pod("b").obj());
    time.run();
    assertThat(sink.drain()).isEmpty();
    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("added(default/a)", "added(default/b)");
  }

  @Test
  void anInterceptorDuplicatesChanges() {
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();
    decisions.add(new WatchDecision.DeliverTwice());
    cluster.create(pod("a").obj());
    time.run();
    assertThat(sink.drain()).containsExactly("added(default/a)", "updated(default/a)");

    decisions.add(new WatchDecision.DeliverTwice());
    cluster.remove(cluster.pod("a"));
    time.run();
    assertThat(sink.drain()).containsExactly("deleted(default/a)");
  }

  @Test
  void anInterceptorLosesTheConnectionAndTheChangeComesLater() {
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();
    decisions.add(new WatchDecision.Disconnect(SECOND));
    cluster.create(pod("a").obj());
    cluster.create(pod("b").obj());
    time.run();
    assertThat(sink.drain()).isEmpty();
    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("added(default/a)", "added(default/b)");
  }

  @Test
  void anInterceptorLetsTheVersionExpire() {
    cluster.create(pod("a").obj());
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    sink.drain();
    decisions.add(new WatchDecision.Expire(SECOND));
    relabel("a");
    cluster.remove(cluster.pod("a"));
    cluster.create(pod("b").obj());
    time.advance(SECOND);
    assertThat(sink.drain()).containsExactly("added(default/b)", "deleted(default/a, unknown)");
  }

  @Test
  void anInterceptorEndsAWatchForGood() {
    cluster.watch(ResourceKind.PODS, sink);
    time.run();
    decisions.add(new WatchDecision.Break("no more"));
    cluster.create(pod("a").obj());
    cluster.create(pod("b").obj());
    time.advance(SECOND);
    assertThat(sink.calls()).containsExactly("synced", "stopped");
    assertThat(sink.cause()).hasMessage("no more");
  }

  @Test
  void aSinkThatThrowsSurfacesAndLosesNothingElse() {
    RecordingSink<Node> nodes = new RecordingSink<>();
    cluster.watch(ResourceKind.NODES, nodes);
    cluster.watch(ResourceKind.PODS, new ThrowingOnce());
    time.run();
    cluster.create(pod("a").obj());
    cluster.create(node("n").obj());
    assertThatThrownBy(time::run).hasMessage("once");
    time.run();
    assertThat(nodes.drain()).containsExactly("synced", "added(n)");
  }

  @Test
  void aSinkMayWriteAndHearsOfItAfterwardsEvenWhenTheExecutorIsTheCallersThread() {
    InMemoryCluster direct = InMemoryCluster.builder(time, Runnable::run).build();
    RecordingSink<Node> seen = new RecordingSink<>();
    direct.watch(
        ResourceKind.NODES,
        new ForwardingSink<>(seen) {
          @Override
          public void added(Node node) {
            super.added(node);
            direct.update(new NodeBuilder(node).editMetadata().addToLabels("seen", "yes").endMetadata().build());
          }
        });
    direct.create(node("n").obj());
    assertThat(seen.drain()).containsExactly("synced", "added(n)", "updated(n)");
  }

  private static final class ThrowingOnce extends ForwardingSink<Pod> {
    ThrowingOnce() {
      super(new RecordingSink<>());
    }

    @Override
    public void added(Pod object) {
      throw new IllegalStateException("once");
    }
  }
}
