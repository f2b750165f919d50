package io.berth.conformance.dra;

import static io.berth.conformance.dra.CardObjects.card;
import static io.berth.conformance.dra.CardObjects.partition;
import static io.berth.conformance.dra.CardObjects.sized;
import static io.berth.conformance.dra.DeviceObjects.claim;
import static io.berth.conformance.dra.DevicePreemptions.SETTLED;
import static io.berth.conformance.dra.DevicePreemptions.VICTIMS_ARE_GONE;
import static io.berth.conformance.dra.DevicePreemptions.devices;
import static io.berth.conformance.dra.DevicePreemptions.meek;
import static io.berth.conformance.dra.DevicePreemptions.user;
import static io.berth.conformance.dra.DevicePreemptions.withNodes;
import static io.berth.scenario.ScenarioAssertions.assertThat;
import static io.berth.testkit.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.scenario.ScenarioExtension;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A partition that several claims may share: it draws on the counters once, for whoever is the first, and whoever comes after that one draws
 * nothing. Who counts as the first differs between the passes of the filters.
 * Source: KEP-5690, Features that we will support: Partitionable Devices, Consumable Capacity.
 */
@ExtendWith(ScenarioExtension.class)
class SharedPartitionsScenarioTest {
  private final ClaimControllerSwitch controller = new ClaimControllerSwitch();

  /** Who does not say how much, gets a quarter of the memory. */
  private static Device shared(Device partition) {
    Quantity quarter = new Quantity("20");
    var policy = new CapacityRequestPolicyBuilder().withDefault(quarter).addToValidValues(quarter).build();
    return new DeviceBuilder(partition)
        .withAllowMultipleAllocations(true)
        .addToCapacity("mem", new DeviceCapacity(policy, new Quantity("80")))
        .build();
  }

  /** The whole card is held for p, and q would share it; but v's half still has the slices that p waits for. */
  @Test
  void whoSharesWhatIsHeldWaitsForTheSameSlices() {
    withNodes(node("n").cpu("4"))
        .with(card("n", partition("half-0", "half", 2), shared(partition("whole", "whole", 4))))
        .with(sized("cv", "half"), sized("cp", "whole"), sized("cq", "whole"))
        .arrives(user("v", 0, "cv"))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("q", 50, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims"))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(stage -> assertThat(List.of(devices(stage, "cp"), devices(stage, "cq"))).containsOnly(List.of("n/whole")))
        .run();
  }

  /** A half is held for p, and the card that v has still a share of is no place for q: it would keep all slices. */
  @Test
  void nobodySharesWhatIsToBeReleasedForAnother() {
    withNodes(node("n").cpu("4"))
        .with(card("n", shared(partition("whole", "whole", 4)), partition("half-0", "half", 2), partition("half-1", "half", 2)))
        .with(sized("cv", "whole"), sized("cp", "half"), claim("cq", "gpu", 1))
        .arrives(user("v", 0, "cv"))
        .arrives(user("p", 100, "cp"))
        .then(stage -> assertThat(stage.pod("p")).isNominatedTo("n").evictsExactly("v"))
        .after(VICTIMS_ARE_GONE)
        .arrives(meek("q", 50, "cq"))
        .then(stage -> assertThat(stage.pod("q")).isPendingBecause("cannot allocate all claims"))
        .when("the claim controller starts", controller::start)
        .after(SETTLED)
        .then(
            stage -> {
              assertThat(devices(stage, "cp")).containsExactly("n/half-0");
              assertThat(devices(stage, "cq")).containsExactly("n/half-1");
            })
        .run();
  }
}
