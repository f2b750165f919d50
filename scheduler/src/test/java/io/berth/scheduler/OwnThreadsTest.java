package io.berth.scheduler;

import static io.berth.scheduler.fake.Plugins.profile;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.scheduler.fake.FakeCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OwnThreadsTest {
  @Test
  void aSchedulerThatIsGivenNoTimeUsesTheMachinesOwn() {
    FakeCluster cluster = new FakeCluster();
    cluster.put(node("n1").obj());
    cluster.put(pod("p").obj());
    CompletableFuture<String> bound = new CompletableFuture<>();
    cluster.bindWith((name, nodeName) -> {
      bound.complete(name + ">" + nodeName + " by " + Thread.currentThread().getName());
      return CompletableFuture.completedFuture(cluster.bindNow(name, nodeName));
    });
    try (Scheduler scheduler = Scheduler.builder().cluster(cluster).profile(profile("default-scheduler").build()).build()) {
      scheduler.start();

      assertThat(bound).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("p>n1 by berth-scheduling-1");
      assertThat(scheduler.healthy()).isTrue();
    }
  }

  @Test
  void whatComesAfterTheEndIsIgnored() {
    OwnThreads time = new OwnThreads();
    time.close();
    CompletableFuture<String> late = new CompletableFuture<>();
    time.schedulingExecutor().execute(() -> late.complete("ran"));
    time.workExecutor().execute(() -> late.complete("ran"));
    time.timers().schedule(Duration.ZERO, () -> late.complete("ran"));

    assertThat(late).isNotDone();
  }

  @Test
  void timersFireAndCanBeTakenBack() {
    try (OwnThreads time = new OwnThreads()) {
      CompletableFuture<String> fired = new CompletableFuture<>();
      assertThat(time.timers().schedule(Duration.ofHours(1), () -> fired.complete("late")).cancel()).isTrue();
      time.timers().schedule(Duration.ZERO, () -> fired.complete("now"));

      assertThat(fired).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("now");
    }
  }
}
