package io.berth.dynamicresources;

import static io.berth.dynamicresources.ClaimFixture.claim;
import static io.berth.testkit.BerthAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.slices.DeviceId;
import io.berth.framework.CycleState;
import io.berth.framework.NominatingInfo;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterExtensions;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What a simulation pretends is gone without a trace when it is undone or thrown away: the same devices are with the same claims, and the
 * same simulation ends the same. Source: KEP-5690, Preemption simulation. upstream: kai-scheduler/KAI-Scheduler pull request 966.
 */
class SimulationUndoPropertyTest {
  private final PluginBench bench = PluginBench.withPreemption();
  private final PodInfo preemptor = PluginBench.pod("p", "wanted").priority(100).info();

  private PodInfo on(String node, PodFixture fixture) {
    return bench.place(node, fixture);
  }

  private static ResourceClaim held(String name, String device, String... pods) {
    ClaimFixture claim = claim(name).on("n1", device);
    for (String pod : pods) {
      claim.reservedFor("uid-" + pod);
    }
    return claim.obj();
  }

  private PreFilterExtensions extensions() {
    return Objects.requireNonNull(bench.plugin.preFilterExtensions());
  }

  private void start() {
    assertThat(bench.preFilter(preemptor)).isEqualTo(PreFilterDecision.ALL_NODES);
  }

  private static Set<DeviceId> taken(CycleState state) {
    return state.read(ClaimsState.KEY).allocated().devices().keySet();
  }

  /** All that can reach a decision: what is allocated in the simulation and outside, what each claim has, what is held. */
  private Map<String, Object> everything(CycleState state) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("in the cycle", state.read(ClaimsState.KEY).allocated().devices());
    all.put("left", Set.copyOf(state.read(ClaimsState.KEY).simulation().left()));
    all.put("released", Set.copyOf(state.read(ClaimsState.KEY).simulation().released()));
    all.put("booked", bench.manager().allocated().devices());
    bench.tracker().list().forEach(claim -> all.put(claim.key(), List.of(String.valueOf(claim.allocation()), claim.reservedFor())));
    all.put("held", bench.manager().nominations().all());
    return all;
  }

  private DeviceId gpu(String name) {
    return DeviceId.of(PluginBench.DRIVER, "n1", name);
  }

  /** n1 has d1 of v and d2 of w, who is of higher priority. v is evicted, p placed on d1, and all of it is dropped: twice the same. */
  @Test
  void aSimulatedEvictionAndPlacementThatIsDroppedLeavesTheDeviceWithItsOwner() {
    PodInfo v = on("n1", PluginBench.pod("v", "cv"));
    on("n1", PluginBench.pod("w", "cw").priority(500));
    bench.devices("n1", "d1", "d2").claims(held("cv", "d1", "v"), held("cw", "d2", "w"), claim("wanted").obj());
    start();
    Map<String, Object> before = everything(bench.state);

    for (int run = 0; run < 2; run++) {
      CycleState simulation = bench.state.copy();
      assertThat(extensions().removePod(simulation, preemptor, v, bench.node1())).isSuccess();
      assertThat(taken(simulation)).containsExactly(gpu("d2"));
      assertThat(bench.plugin.filter(simulation, preemptor, bench.node1())).isSuccess();
      NodeAllocation found = Objects.requireNonNull(simulation.read(ClaimsState.KEY).onNode("n1"));
      assertThat(found.results().get(0).getDevices().getResults())
          .singleElement()
          .satisfies(result -> assertThat(result.getDevice()).isEqualTo("d1"));
      assertThat(everything(bench.state)).isEqualTo(before);
      assertThat(taken(bench.state)).as("nothing is free").containsExactly(gpu("d1"), gpu("d2"));
      assertThat(bench.plugin.filter(bench.state, preemptor, bench.node1())).isRejected();
    }
  }

  @Test
  void aVictimThatIsPutBackHasTheSameDeviceAgain() {
    PodInfo v = on("n1", PluginBench.pod("v", "cv"));
    bench.devices("n1", "d1", "d2").claims(held("cv", "d1", "v"), held("cw", "d2", "w"), claim("wanted").obj());
    start();
    CycleState simulation = bench.state.copy();
    Map<String, Object> before = everything(simulation);

    extensions().removePod(simulation, preemptor, v, bench.node1());
    assertThat(bench.plugin.filter(simulation, preemptor, bench.node1())).isSuccess();
    extensions().addPod(simulation, preemptor, v, bench.node1());

    assertThat(everything(simulation)).isEqualTo(before);
    assertThat(bench.plugin.filter(simulation, preemptor, bench.node1())).isRejected();
  }

  /** Random simulations, with a nominated pod beside them: a copy never reaches its origin, and undoing ends where it began. */
  @Test
  void whateverIsDoneAndUndoneTheStateIsTheOneFromBefore() {
    bench.devices("n1", "d0", "d1", "d2", "d3", "d4");
    List<PodInfo> pods = new ArrayList<>();
    pods.add(on("n1", PluginBench.pod("a", "ca", "s")));
    pods.add(on("n1", PluginBench.pod("b", "cb", "s")));
    pods.add(on("n1", PluginBench.pod("c", "cb")));
    pods.add(on("n1", PluginBench.pod("g", "cg").podGroupName("g")));
    pods.add(on("n1", PluginBench.pod("plain")));
    bench.claims(
        held("ca", "d0", "a"), held("cb", "d1", "b", "c"), held("s", "d2", "a", "b"), held("cg", "d3", "g"),
        claim("wanted").obj(), claim("other").obj());
    PodInfo other = PluginBench.pod("other", "other").priority(100).info();
    CycleState others = new CycleState();
    bench.plugin.preFilter(others, other, bench.handle.cache().snapshot());
    bench.handle.nominator().addNominatedPod(other, NominatingInfo.override("n1"));
    bench.plugin.addNominatedPod(others, other, "n1", List.of(pods.get(0)));
    start();
    Map<String, Object> before = everything(bench.state);

    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      CycleState simulation = bench.state.copy();
      List<PodInfo> gone = new ArrayList<>();
      for (int step = 0; step < 10; step++) {
        PodInfo pod = pods.get(random.nextInt(pods.size()));
        if (!gone.remove(pod)) {
          gone.add(pod);
          extensions().removePod(simulation, preemptor, pod, bench.node1());
        } else {
          extensions().addPod(simulation, preemptor, pod, bench.node1());
        }
        Status first = look(simulation, other);
        assertThat(look(simulation, other)).as("seed %d, the same again", seed).isEqualTo(first);
        if (random.nextInt(4) == 0) {
          bench.plugin.filter(simulation, preemptor, bench.node1());
        }
      }
      while (!gone.isEmpty()) {
        extensions().addPod(simulation, preemptor, gone.remove(random.nextInt(gone.size())), bench.node1());
      }
      assertThat(everything(simulation)).as("seed %d, undone", seed).isEqualTo(before);
      assertThat(everything(bench.state)).as("seed %d, the origin", seed).isEqualTo(before);
    }
    assertThat(bench.handle.recordedWrites().requests()).as("nothing is written").isEmpty();
  }

  /** Both passes of the filters: beside the nominated pod, then without it. */
  private Status look(CycleState state, PodInfo nominated) {
    CycleState beside = state.copy();
    extensions().addPod(beside, preemptor, nominated, bench.node1());
    Status status = bench.plugin.filter(beside, preemptor, bench.node1());
    return status.isSuccess() ? bench.plugin.filter(state, preemptor, bench.node1()) : status;
  }
}
