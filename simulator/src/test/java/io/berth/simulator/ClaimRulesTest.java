package io.berth.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import org.junit.jupiter.api.Test;

class ClaimRulesTest {
  private static final String INVALID = "ResourceClaim.resource.k8s.io \"c\" is invalid: status.";

  private static ResourceClaimBuilder claim() {
    return new ResourceClaimBuilder().withNewMetadata().withName("c").endMetadata();
  }

  private static ResourceClaimBuilder allocated(String device) {
    return claim()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult().withDriver("d").withPool("p").withDevice(device).endResult()
        .endDevices()
        .endAllocation()
        .endStatus();
  }

  private static ResourceClaim used(ResourceClaimBuilder claim, int pods) {
    for (int i = 0; i < pods; i++) {
      claim.editOrNewStatus().addNewReservedFor().withName("p" + i).withUid("u" + i).endReservedFor().endStatus();
    }
    return claim.build();
  }

  @Test
  void anAllocationComesAndGoesAsAWhole() {
    assertThat(ClaimRules.refusal(claim().build(), allocated("d1").build())).isNull();
    assertThat(ClaimRules.refusal(allocated("d1").build(), claim().withNewStatus().endStatus().build())).isNull();
    assertThat(ClaimRules.refusal(allocated("d1").build(), allocated("d1").build())).isNull();
    assertThat(ClaimRules.refusal(allocated("d1").build(), allocated("d2").build()))
        .isEqualTo(INVALID + "allocation: Invalid value: field is immutable");
  }

  @Test
  void asManyPodsUseAClaimAsMay() {
    assertThat(ClaimRules.refusal(allocated("d1").build(), used(allocated("d1"), 256))).isNull();
    assertThat(ClaimRules.refusal(allocated("d1").build(), used(allocated("d1"), 257)))
        .isEqualTo(INVALID + "reservedFor: Too many: 257: must have at most 256 items");
  }

  @Test
  void onlyAnAllocatedClaimIsUsedAndByAPodOnce() {
    assertThat(ClaimRules.refusal(claim().build(), used(claim(), 1)))
        .isEqualTo(INVALID + "reservedFor: Forbidden: may not be specified when `allocated` is not set");
    ResourceClaim twice = new ResourceClaimBuilder(used(allocated("d1"), 1)).build();
    assertThat(ClaimRules.refusal(twice, used(new ResourceClaimBuilder(twice), 1)))
        .isEqualTo(INVALID + "reservedFor: Duplicate value");
  }

  @Test
  void aClaimThatIsBeingDeletedIsUsedByNobodyNew() {
    ResourceClaim going =
        used(allocated("d1").editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata(), 1);
    assertThat(ClaimRules.refusal(going, going)).isNull();
    assertThat(ClaimRules.refusal(going, used(allocated("d1"), 2))).startsWith(INVALID + "reservedFor: Forbidden: new entries");
  }
}
