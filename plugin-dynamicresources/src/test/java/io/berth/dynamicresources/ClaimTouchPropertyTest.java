package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.dynamicresources.claims.DeviceBooks;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeCache;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * While the books hear nothing and no pod changes, the same pods that leave release the same claims: whoever remembers what came of it goes
 * by that.
 */
class ClaimTouchPropertyTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 40;
  private static final List<String> NAMES = List.of("a", "b", "far", "member");
  private static final List<String> CLAIMS = List.of("c", "s");

  /** One scheduler's view of two claims and four pods that name both. */
  private static final class World {
    private final Random random;
    private final FakeHandle handle = new FakeHandle(new FakeCache());
    private final List<PodInfo> pods = new ArrayList<>();
    private final ClaimTracker tracker;
    private final ClaimRelease release;
    private int news;
    private int version = 100;

    World(Random random) {
      this.random = random;
      ClaimRelease[] there = new ClaimRelease[1];
      tracker =
          new ClaimTracker(
              new DeviceBooks() {
                @Override
                public void book(ClaimAllocation allocation) {
                  news++;
                }

                @Override
                public void release(ClaimAllocation allocation) {
                  news++;
                }

                @Override
                public void touch(ClaimAllocation allocation) {
                  news++;
                }

                @Override
                public void arrived(ClaimInfo claim, ClaimAllocation allocation) {
                  news += there[0].isOfPodsOnTheirWayOut(claim) ? 1 : 0;
                }
              });
      release = new ClaimRelease(tracker, handle);
      there[0] = release;
      for (String name : NAMES) {
        pods.add(pod(name, random.nextInt(4) == 0));
        handle.objects(ResourceKind.PODS).add(pods.get(pods.size() - 1).pod());
      }
    }

    private static PodInfo pod(String name, boolean terminating) {
      PodFixture pod = PluginBench.pod(name, "c", "s").on(name.equals("far") ? "n2" : "n1");
      pod = name.equals("member") ? pod.podGroupName("g") : pod;
      return (terminating ? pod.terminating() : pod).info();
    }

    private String uid() {
      return "uid-" + NAMES.get(random.nextInt(NAMES.size()));
    }

    private AllocationResult devices(String claim) {
      return claim(claim).on("n1", "gpu-" + (random.nextInt(6) == 0 ? "x" : claim)).obj().getStatus().getAllocation();
    }

    /** The next version: of the same users or of others, with the same devices or without. */
    private ResourceClaim next(String name) {
      ClaimInfo known = tracker.get("default", name);
      ResourceClaimBuilder next = new ResourceClaimBuilder(known == null ? claim(name).obj() : known.claim());
      next.editMetadata().withResourceVersion(Integer.toString(version++)).endMetadata();
      switch (random.nextInt(8)) {
        case 0 -> next.withStatus(null);
        case 1 -> next.editOrNewStatus().withAllocation(devices(name)).endStatus();
        case 2 -> next.editOrNewStatus().withReservedFor(users(name)).endStatus();
        case 3 -> next.editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata();
        case 4 -> written(name, next);
        default -> next.editMetadata().addToLabels("version", "" + version).endMetadata();
      }
      return next.build();
    }

    private void written(String name, ResourceClaimBuilder next) {
      ClaimInfo known = tracker.get("default", name);
      var inFlight = known == null ? null : tracker.pending(known.uid());
      if (inFlight == null) {
        return;
      }
      next.editOrNewStatus().withAllocation(inFlight.allocation().result()).endStatus();
      for (String pod : inFlight.podUids()) {
        next.editStatus().addNewReservedFor().withResource("pods").withName(pod.substring(4)).withUid(pod).endReservedFor().endStatus();
      }
    }

    private List<ResourceClaimConsumerReference> users(String name) {
      ClaimInfo known = tracker.get("default", name);
      List<ResourceClaimConsumerReference> users = new ArrayList<>(known == null ? List.of() : known.reservedFor());
      if (!users.isEmpty() && random.nextBoolean()) {
        users.remove(random.nextInt(users.size()));
      } else {
        String uid = uid();
        ResourceClaimConsumerReference user = new ResourceClaimConsumerReference();
        user.setResource(random.nextInt(8) == 0 ? "podgroups" : "pods");
        user.setName(uid.substring(4));
        user.setUid(uid);
        users.add(user);
      }
      return users;
    }

    /** Gives whether pods have changed. */
    private boolean step() {
      String name = CLAIMS.get(random.nextInt(CLAIMS.size()));
      ClaimInfo known = tracker.get("default", name);
      switch (random.nextInt(9)) {
        case 0, 1 -> tracker.onAdd(next(name));
        case 2 -> tracker.assume(next(name));
        case 3, 4 -> {
          if (known != null) {
            tracker.open(known, ClaimAllocation.of(devices(name)), uid());
          }
        }
        case 5 -> tracker.settle("uid-" + name);
        case 6 -> tracker.release("uid-" + name, uid());
        case 7 -> {
          if (known != null && random.nextInt(3) == 0) {
            tracker.onDelete(known.claim(), false);
          }
        }
        default -> {
          int which = random.nextInt(pods.size());
          PodInfo changed = pod(NAMES.get(which), random.nextBoolean());
          pods.set(which, changed);
          handle.objects(ResourceKind.PODS).update(changed.pod());
          return true;
        }
      }
      return false;
    }

    /** For each set of pods that may leave n1, what that releases. */
    private List<Object> answers() {
      List<Object> answers = new ArrayList<>();
      for (int set = 0; set < 1 << pods.size(); set++) {
        Set<String> leaving = new HashSet<>();
        for (int i = 0; i < pods.size(); i++) {
          if ((set & 1 << i) != 0 && ClaimRelease.takesPart(pods.get(i))) {
            leaving.add(pods.get(i).uid());
          }
        }
        for (PodInfo pod : pods) {
          for (ClaimInfo claim : release.heldBy(pod)) {
            ClaimAllocation booked = tracker.booked(claim.uid());
            if (booked != null) {
              answers.add(
                  List.of(pod.uid(), claim.uid(), booked.result().getDevices().getResults().get(0).getDevice(),
                      release.isHeldByAny(claim, leaving), release.isLeftByAll(claim, "n1", leaving)));
            }
          }
        }
      }
      return answers;
    }
  }

  @Test
  void whereNothingIsHeardTheSameIsReleased() {
    int quiet = 0;
    int loud = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      World world = new World(new Random(seed));
      List<Object> before = world.answers();
      for (int step = 0; step < STEPS; step++) {
        int heard = world.news;
        boolean pods = world.step();
        List<Object> after = world.answers();
        if (!pods && world.news == heard) {
          assertThat(after).as("seed %d, step %d", seed, step).isEqualTo(before);
          quiet++;
        } else {
          loud++;
        }
        before = after;
      }
    }
    assertThat(quiet).isGreaterThan(SEEDS * STEPS / 5);
    assertThat(loud).isGreaterThan(SEEDS * STEPS / 5);
  }
}
