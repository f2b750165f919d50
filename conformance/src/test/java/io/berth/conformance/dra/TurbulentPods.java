package io.berth.conformance.dra;

import static io.berth.conformance.dra.DeviceObjects.DRIVER;
import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DeviceObjects.use;

import io.berth.framework.Profile;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.testkit.Fixtures;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Pods of a few kinds, most of them with claims, some of which are shared with pods that came before. */
final class TurbulentPods {
  static final String OTHER_PROFILE = "other-scheduler";
  /** An extended resource. */
  static final String GPU = "example.com/gpu";

  static final String[] ZONES = {"z1", "z2"};
  static final String[] MODELS = {"a", "b"};
  private static final int SHARED_CLAIMS = 12;
  /** Fewer than are remembered at a time. */
  private static final int KINDS = 3;

  private final InMemoryCluster cluster;
  private final SplittableRandom random;
  private final List<Kind> kinds = new ArrayList<>();

  TurbulentPods(InMemoryCluster cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
    for (int i = 0; i < KINDS; i++) {
      kinds.add(new Kind(10 * i));
    }
  }

  /** The expression that selects devices of a model. */
  static String model(String model) {
    return "device.attributes['" + DRIVER + "'].model == '" + model + "'";
  }

  /** Some pods of one kind. */
  void arrive(int at) {
    Kind kind = kinds.get(random.nextInt(KINDS));
    for (int n = random.nextInt(4); n >= 0; n--) {
      cluster.create(kind.pod("p" + at + "-" + n));
    }
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String any(String[] all) {
    return all[random.nextInt(all.length)];
  }

  /** What some pods have in common. */
  private final class Kind {
    private final int what = random.nextInt(7);
    private final int cpu = random.nextInt(3);
    private final int priority;
    private final String app = "a" + random.nextInt(3);
    private final String profile = oneIn(4) ? OTHER_PROFILE : Profile.DEFAULT_SCHEDULER_NAME;
    private final boolean port = oneIn(8);
    private final boolean meek = oneIn(8);
    private final boolean tolerant = oneIn(3);
    private final @Nullable String zone = oneIn(6) ? any(ZONES) : null;
    private final long grace = oneIn(3) ? 5 : 0;
    private final String deviceClass = oneIn(3) ? "any" : "gpu";
    private final @Nullable String model = oneIn(2) ? any(MODELS) : null;
    private final int devices = 1 + random.nextInt(2);
    private final boolean shared = oneIn(3);

    Kind(int priority) {
      this.priority = priority;
    }

    Pod pod(String name) {
      PodFixture pod =
          Fixtures.pod(name).priority(priority).label("app", app).schedulerName(profile).terminationGracePeriodSeconds(grace);
      List<String> requests = new ArrayList<>(List.of("cpu", String.valueOf(what == 0 ? 1 + cpu : cpu / 2)));
      if (what == 1) {
        requests.addAll(List.of(GPU, "1"));
      }
      pod.res(requests.toArray(new String[0]));
      if (port) {
        pod.hostPort(80);
      }
      if (meek) {
        pod.preemptionPolicy("Never");
      }
      if (what > 1) {
        useClaims(pod, name);
      }
      PodBuilder made = new PodBuilder(pod.obj());
      if (zone != null) {
        made.editSpec().addToNodeSelector("topology.kubernetes.io/zone", zone).endSpec();
      }
      if (tolerant) {
        made.editSpec().addNewToleration().withOperator("Exists").endToleration().endSpec();
      }
      return made.build();
    }

    private void useClaims(PodFixture pod, String name) {
      String first = shared && oneIn(2) ? "shared" + random.nextInt(SHARED_CLAIMS) : "of-" + name;
      need(first);
      if (what == 6) {
        need("more-of-" + name);
        pod.podResourceClaims(use(first), use("more-of-" + name));
      } else {
        pod.podResourceClaims(use(first));
      }
    }

    private void need(String name) {
      if (cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", name) == null) {
        ResourceClaim claim = claim(name, deviceClass, devices);
        cluster.create(model == null ? claim : only(claim, model));
      }
    }

    private static ResourceClaim only(ResourceClaim claim, String model) {
      return new ResourceClaimBuilder(claim)
          .editSpec()
          .editDevices()
          .editFirstRequest()
          .editExactly()
          .addNewSelector()
          .withNewCel(model(model))
          .endSelector()
          .endExactly()
          .endRequest()
          .endDevices()
          .endSpec()
          .build();
    }
  }
}
