package io.berth.cluster;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.cluster.PlayedApiServer.OpenWatch;
import io.berth.framework.cluster.ClusterEvents.Watch;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class InformerWatchTest {
  private static final String PODS = "/api/v1/pods";

  private final PlayedApiServer server = new PlayedApiServer();
  private final Fabric8Cluster cluster = new Fabric8Cluster(server.client(), Clock.systemUTC(), Runnable::run, "test");
  private final QueuedSink<Pod> sink = new QueuedSink<>();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void tellsTheWholeFirstListBeforeItIsSynced() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"), version(6, "b"));

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(3)).containsExactly("added(default/a)", "added(default/b)", "synced");
  }

  @Test
  void anEmptyListIsSyncedToo() throws InterruptedException {
    server.serve("/api/v1/nodes", "7");
    QueuedSink<Node> nodes = new QueuedSink<>();

    server.follow(cluster, ResourceKind.NODES, nodes);

    assertThat(nodes.next(1)).containsExactly("synced");
    server.nextWatch().sends("ADDED", node("n1").obj());
    assertThat(nodes.next(1)).containsExactly("added(n1)");
  }

  @Test
  void readsALongListInPagesAndIsSyncedAfterTheLast() throws InterruptedException {
    server.answerOnce("GET " + PODS, 200, server.list("7", "more", List.of(version(5, "a"))));
    server.answerOnce("GET " + PODS, 200, server.list("7", "", List.of(version(6, "b"))));

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(3)).containsExactly("added(default/a)", "added(default/b)", "synced");
    assertThat(server.nextRequest().getPath()).contains("limit=500").doesNotContain("resourceVersion=");
    assertThat(server.nextRequest().getPath()).contains("limit=500", "continue=more");
  }

  @Test
  void followsWhatIsAddedChangedAndDeleted() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);

    OpenWatch watch = server.nextWatch();
    watch.sends("ADDED", version(8, "b"));
    watch.sends("MODIFIED", version(9, "a"));
    watch.sends("DELETED", version(10, "b"));

    assertThat(sink.next(3)).containsExactly("added(default/b)", "updated(default/a)", "deleted(default/b)");
  }

  @Test
  void tellsNothingTwice() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);

    OpenWatch watch = server.nextWatch();
    watch.sends("ADDED", version(5, "a"));
    watch.sends("MODIFIED", version(8, "a"));
    watch.sends("MODIFIED", version(8, "a"));
    watch.sends("DELETED", version(9, "a"));
    watch.sends("DELETED", version(9, "a"));
    watch.sends("ADDED", version(10, "last"));

    assertThat(sink.next(3)).containsExactly("updated(default/a)", "deleted(default/a)", "added(default/last)");
  }

  @Test
  void whatARelistFindsComesAsUpdateAdditionAndDeletionAndWhatIsUnchangedNotAtAll() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"), version(6, "b"), version(7, "d"));
    server.follow(cluster, ResourceKind.PODS, sink);
    assertThat(sink.next(4)).endsWith("synced");
    Pod unchanged = sink.objects().get(2);
    server.serve(PODS, "10", version(9, "a"), version(10, "c"), version(7, "d"));

    server.nextWatch().expires();

    assertThat(sink.next(3)).containsExactly("updated(default/a)", "added(default/c)", "deleted(default/b, unknown)");
    server.nextWatch().sends("ADDED", version(11, "e"));
    assertThat(sink.next(1)).containsExactly("added(default/e)");
    assertThat(sink.objects().get(2)).isSameAs(unchanged);
  }

  @Test
  void aPodThatWasMadeAgainWhileNobodyWatchedIsADeletionAndAnAddition() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);
    server.serve(PODS, "10", new PodBuilder(version(9, "a")).editMetadata().withUid("another").endMetadata().build());

    server.nextWatch().expires();

    assertThat(sink.next(2)).containsExactly("deleted(default/a, unknown)", "added(default/a)");
  }

  @Test
  void aWatchThatIsRefusedSinceItsVersionHasExpiredLeadsToAFreshListWithoutVersion() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.answerOnce("WATCH " + PODS, 410, PlayedApiServer.status(410, "Expired", "too old resource version", ""));

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(2)).containsExactly("added(default/a)", "synced");
    server.nextWatch().sends("MODIFIED", version(8, "a"));
    assertThat(sink.next(1)).containsExactly("updated(default/a)");
    List<String> lists = server.requestsSoFar().stream().filter(r -> !r.contains("watch=true")).toList();
    assertThat(lists).hasSize(2).noneMatch(r -> r.contains("resourceVersion="));
  }

  @Test
  void aWatchThatEndsIsTakenUpWhereItEndedWithoutAnotherList() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);

    OpenWatch first = server.nextWatch();
    first.sends("MODIFIED", version(8, "a"));
    sink.next(1);
    first.ends();

    OpenWatch second = server.nextWatch();
    assertThat(second.path()).contains("resourceVersion=8");
    second.sends("DELETED", version(9, "a"));
    assertThat(sink.next(1)).containsExactly("deleted(default/a)");
    assertThat(server.requestsSoFar()).filteredOn(r -> !r.contains("watch=true")).hasSize(1);
  }

  @Test
  void noWatchIsAskedToLastLongerThanTenMinutes() throws InterruptedException {
    server.serve(PODS, "7");

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(server.nextWatch().path())
        .contains("resourceVersion=7", "allowWatchBookmarks=true")
        .containsPattern("timeoutSeconds=[1-6]?\\d?\\d\\b");
  }

  @Test
  void recoversFromAServerThatFailsThreeTimes() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      server.answerOnce("GET " + PODS, 500, PlayedApiServer.status(500, "InternalError", "etcd is away", ""));
    }
    server.serve(PODS, "7", version(5, "a"));

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(2)).containsExactly("added(default/a)", "synced");
  }

  @Test
  void recoversFromAPermissionThatIsGrantedLater() throws InterruptedException {
    server.answerOnce("GET " + PODS, 403, PlayedApiServer.status(403, "Forbidden", "pods is forbidden", ""));
    server.serve(PODS, "7", version(5, "a"));

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(2)).containsExactly("added(default/a)", "synced");
  }

  @Test
  void recoversFromAnEventThatCannotBeRead() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);
    server.serve(PODS, "9", version(5, "a"), version(9, "b"));

    server.nextWatch().sendsGarbage();

    assertThat(sink.next(1)).containsExactly("added(default/b)");
  }

  @Test
  void saysThatItStoppedWhenItIsClosedAndNothingAfterwards() throws InterruptedException {
    server.serve(PODS, "7", version(5, "a"));
    Watch watch = server.follow(cluster, ResourceKind.PODS, sink);
    sink.next(2);
    OpenWatch open = server.nextWatch();

    watch.close();
    watch.close();
    open.sends("ADDED", version(8, "b"));

    assertThat(sink.next(1)).containsExactly("stopped");
    assertThat(sink.cause()).isNull();
    assertThat(sink.rest()).isEmpty();
  }

  @Test
  void saysWhyItStoppedWhenTheClientIsClosedUnderneath() throws InterruptedException {
    server.answer(
        "GET " + PODS,
        request -> {
          server.client().close();
          return PlayedApiServer.response(500, "");
        });

    server.follow(cluster, ResourceKind.PODS, sink);

    assertThat(sink.next(1)).containsExactly("stopped");
    assertThat(sink.cause()).isNotNull();
  }

  private static Pod version(int version, String name) {
    return new PodBuilder(pod(name).obj()).editMetadata().withResourceVersion(String.valueOf(version)).endMetadata().build();
  }
}
