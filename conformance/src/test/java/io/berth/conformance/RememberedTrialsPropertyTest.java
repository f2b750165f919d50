package io.berth.conformance;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.CycleState;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preemption decides the same whether it remembers earlier dry runs or tries every node in every cycle. */
class RememberedTrialsPropertyTest {
  private static final int STEPS = 120;

  /** Never objects. That it does not say what its answers depend on keeps dry runs from being remembered. */
  private static final class Silent implements FilterPlugin {
    @Override
    public String name() {
      return "Silent";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Status.SUCCESS;
    }
  }

  /** Counts how often it is asked, and says that its answers depend on the node alone. */
  private static final class Counting implements FilterPlugin {
    private int asked;

    @Override
    public String name() {
      return "Counting";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
      asked++;
      return Status.SUCCESS;
    }

    @Override
    public Object filterSignature(CycleState state, PodInfo pod) {
      return "";
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theSameHappensWithAndWithoutMemory(long seed) {
    Counting remembering = new Counting();
    Counting trying = new Counting();

    List<String> without = story(seed, List.of(trying, new Silent()));
    List<String> with = story(seed, List.of(remembering));

    assertThat(with).as("seed %s", seed).isEqualTo(without);
    assertThat(with).as("seed %s: somebody is preempted", seed).anyMatch(line -> line.contains("Preempted"));
    assertThat(remembering.asked).as("seed %s", seed).isLessThan(trying.asked);
  }

  /** All events of a cluster to which this and that happens, and where its pods are at the end. */
  private static List<String> story(long seed, List<FilterPlugin> filters) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    Profile.Builder profile = DefaultProfile.profile().toBuilder();
    filters.forEach(filter -> profile.enable(filter.name(), handle -> filter));
    try (Scheduler scheduler =
        Scheduler.builder()
            .cluster(cluster)
            .profile(profile.build())
            .timers(time)
            .schedulingExecutor(time.executor())
            .workExecutor(time.executor())
            .random(new SplittableRandom(seed))
            .build()) {
      scheduler.start();
      for (int i = 0; i < 8; i++) {
        cluster.create(node("n" + i).hostname().cpu(String.valueOf(2 + random.nextInt(6))).obj());
      }
      for (int i = 0; i < STEPS; i++) {
        step(i, cluster, random);
        time.advance(Duration.ofMillis(random.nextInt(3000)));
      }
      List<String> told = new ArrayList<>();
      cluster.events().forEach(event -> told.add(event.toString()));
      cluster.list(ResourceKind.PODS).forEach(pod -> told.add(pod.getMetadata().getName() + " on " + pod.getSpec().getNodeName()));
      return told;
    }
  }

  private static void step(int i, InMemoryCluster cluster, SplittableRandom random) {
    List<Pod> pods = cluster.list(ResourceKind.PODS);
    int what = random.nextInt(12);
    if (what == 0 && !pods.isEmpty()) {
      cluster.remove(pods.get(random.nextInt(pods.size())));
    } else if (what == 1) {
      String app = "a" + random.nextInt(3);
      cluster.create(pdb("b" + i).matchLabel("app", app).disruptionsAllowed(random.nextInt(2)).obj());
    } else if (what == 2) {
      cluster.update(node("n" + random.nextInt(8)).hostname().cpu(String.valueOf(2 + random.nextInt(6))).obj());
    } else {
      PodFixture pod =
          pod("p" + i)
              .cpu(String.valueOf(1 + random.nextInt(3)))
              .priority(10 * random.nextInt(4))
              .label("app", "a" + random.nextInt(3))
              .terminationGracePeriodSeconds(0);
      if (random.nextInt(6) == 0) {
        pod.hostPort(80);
      }
      Pod made = pod.obj();
      if (random.nextInt(10) == 0) {
        String host = "n" + random.nextInt(8);
        made = made.edit().editSpec().addToNodeSelector("kubernetes.io/hostname", host).endSpec().build();
      }
      for (int n = random.nextInt(4); n >= 0; n--) {
        String name = "p" + i + "-" + n;
        cluster.create(made.edit().editMetadata().withName(name).withUid(name).endMetadata().build());
      }
    }
  }
}
