package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.deviceClass;
import static io.berth.conformance.dra.DeviceObjects.slice;
import static io.berth.conformance.dra.DeviceObjects.use;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.config.DefaultProfile;
import io.berth.dynamicresources.DynamicResources;
import io.berth.framework.CycleState;
import io.berth.framework.FeatureGates;
import io.berth.framework.FilterPlugin;
import io.berth.framework.Profile;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.nodeunschedulable.NodeUnschedulable;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.controllers.ResourceClaimController;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scheduler decides the same whether it remembers rejections and dry runs or asks about every node in every cycle. */
class RememberedTrialsPropertyTest {
  private static final int STEPS = 120;
  private static final int TURBULENT_STEPS = 120;
  private static final int NODES = 8;

  /** Never objects. That it does not say what its answers depend on keeps everything from being remembered. */
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
  @ValueSource(longs = {1, 2, 3})
  void theSameHappensWithAndWithoutMemory(long seed) {
    compare(seed, filters -> story(seed, 0, filters));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theSameHappensWithAndWithoutMemoryWherePodsPreemptForDevices(long seed) {
    compare(seed, filters -> story(seed, 80, filters));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 4})
  void theSameHappensWithAndWithoutMemoryWhateverElseHappens(long seed) {
    compare(seed, filters -> turbulentStory(seed, filters));
  }

  private static void compare(long seed, Function<List<FilterPlugin>, List<String>> story) {
    Counting remembering = new Counting();
    Counting trying = new Counting();

    List<String> without = story.apply(List.of(trying, new Silent()));
    List<String> with = story.apply(List.of(remembering));

    assertThat(with).as("seed %s", seed).isEqualTo(without);
    assertThat(with).as("seed %s: somebody is preempted", seed).anyMatch(line -> line.contains("Preempted"));
    assertThat(remembering.asked).as("seed %s", seed).isLessThan(trying.asked);
  }

  /** All events of a cluster to which this and that happens, and where its pods are at the end. */
  private static List<String> story(long seed, int percentWithClaims, List<FilterPlugin> filters) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    Profile.Builder profile = DefaultProfile.profile().toBuilder();
    filters.forEach(filter -> profile.enable(filter.name(), handle -> filter));
    try (ResourceClaimController claims = ResourceClaimController.on(time, cluster);
        Scheduler scheduler =
            Scheduler.builder()
                .cluster(cluster)
                .profile(profile.build())
                .timers(time)
                .schedulingExecutor(time.executor())
                .workExecutor(time.executor())
                .featureGates(FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true))
                .random(new SplittableRandom(seed))
                .build()) {
      scheduler.start();
      claims.start();
      cluster.create(deviceClass("gpu"));
      for (int i = 0; i < NODES; i++) {
        cluster.create(node("n" + i).hostname().cpu(cpu(random)).obj());
        cluster.create(slice("n" + i, "d1", "d2", "d3"));
      }
      for (int i = 0; i < STEPS; i++) {
        step(i, cluster, random, percentWithClaims);
        time.advance(Duration.ofMillis(random.nextInt(3000)));
      }
      return told(cluster);
    }
  }

  /** As {@link #story}, of two profiles, and of a cluster where everybody does as he likes. */
  private static List<String> turbulentStory(long seed, List<FilterPlugin> filters) {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    SplittableRandom random = new SplittableRandom(seed);
    try (ResourceClaimController claims = ResourceClaimController.on(time, cluster);
        Scheduler scheduler =
            Scheduler.builder()
                .cluster(cluster)
                .profile(turbulentProfile(Profile.DEFAULT_SCHEDULER_NAME, filters))
                .profile(turbulentProfile(TurbulentPods.OTHER_PROFILE, filters))
                .timers(time)
                .schedulingExecutor(time.executor())
                .workExecutor(time.executor())
                .featureGates(FeatureGates.defaults().with(FeatureGates.DRA_PREEMPTION, true))
                .random(new SplittableRandom(seed))
                .build()) {
      Turbulence turbulence = new Turbulence(cluster, claims, random);
      scheduler.start();
      claims.start();
      turbulence.begin();
      for (int i = 0; i < TURBULENT_STEPS; i++) {
        turbulence.next();
        time.advance(Duration.ofMillis(random.nextInt(3000)));
      }
      return told(cluster);
    }
  }

  private static Profile turbulentProfile(String name, List<FilterPlugin> filters) {
    Profile.Builder profile = DefaultProfile.builder(name);
    filters.forEach(
        filter -> profile.enableBefore(NodeUnschedulable.NAME, new Profile.EnabledPlugin(filter.name(), handle -> filter, 1)));
    profile.enableBefore(
        DynamicResources.NAME, new Profile.EnabledPlugin(SlowPreBind.NAME, handle -> new SlowPreBind(handle.timers()), 1));
    return profile.build();
  }

  private static List<String> told(InMemoryCluster cluster) {
    List<String> told = new ArrayList<>();
    cluster.events().forEach(event -> told.add(event.toString()));
    cluster.list(ResourceKind.PODS).forEach(pod -> told.add(pod.getMetadata().getName() + " on " + pod.getSpec().getNodeName()));
    return told;
  }

  private static String cpu(SplittableRandom random) {
    return String.valueOf(2 + random.nextInt(6));
  }

  private static void step(int i, InMemoryCluster cluster, SplittableRandom random, int percentWithClaims) {
    List<Pod> pods = cluster.list(ResourceKind.PODS);
    String node = "n" + random.nextInt(NODES);
    int what = random.nextInt(12);
    if (what == 0 && !pods.isEmpty()) {
      cluster.remove(pods.get(random.nextInt(pods.size())));
    } else if (what == 1) {
      String app = "a" + random.nextInt(3);
      cluster.create(pdb("b" + i).matchLabel("app", app).disruptionsAllowed(random.nextInt(2)).obj());
    } else if (what == 2) {
      cluster.update(node(node).hostname().cpu(cpu(random)).obj());
    } else if (what == 3 && percentWithClaims > 0) {
      cluster.update(random.nextBoolean() ? slice(node, "d1", "d2", "d3") : slice(node, "d1", "d2", "d3", "d4"));
    } else {
      arrive(i, cluster, random, random.nextInt(100) < percentWithClaims);
    }
  }

  /** Some pods of one kind. */
  private static void arrive(int i, InMemoryCluster cluster, SplittableRandom random, boolean claims) {
    int cpu = claims ? 0 : 1 + random.nextInt(3);
    int devices = 1 + random.nextInt(2);
    int priority = 10 * random.nextInt(4);
    String app = "a" + random.nextInt(3);
    boolean port = random.nextInt(6) == 0;
    boolean shared = random.nextInt(4) == 0;
    String host = random.nextInt(10) == 0 ? "n" + random.nextInt(NODES) : "";
    for (int n = random.nextInt(4); n >= 0; n--) {
      PodFixture pod =
          pod("p" + i + "-" + n).cpu(String.valueOf(cpu)).priority(priority).label("app", app).terminationGracePeriodSeconds(0);
      if (port) {
        pod.hostPort(80);
      }
      if (claims) {
        String name = "c" + i + "-" + (shared ? 0 : n);
        pod.podResourceClaims(use(name));
        if (cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", name) == null) {
          cluster.create(claim(name, "gpu", devices));
        }
      }
      Pod made = pod.obj();
      cluster.create(host.isEmpty() ? made : made.edit().editSpec().addToNodeSelector("kubernetes.io/hostname", host).endSpec().build());
    }
  }
}
