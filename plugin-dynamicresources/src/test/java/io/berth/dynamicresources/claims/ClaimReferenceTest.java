package io.berth.dynamicresources.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import org.junit.jupiter.api.Test;

class ClaimReferenceTest {
  private static PodBuilder pod() {
    return new PodBuilder().withNewMetadata().withNamespace("default").withName("p").withUid("uid-p").endMetadata();
  }

  @Test
  void aPodWithoutEntriesHasNoReferences() {
    assertThat(ClaimReference.of(pod().build())).isEmpty();
    assertThat(ClaimReference.of(pod().withNewSpec().endSpec().build())).isEmpty();
  }

  @Test
  void anEntryNamesItsClaim() {
    Pod pod = pod().withNewSpec().addNewResourceClaim().withName("r").withResourceClaimName("c").endResourceClaim().endSpec().build();

    assertThat(ClaimReference.of(pod)).containsExactly(new ClaimReference("r", "c", false, null));
  }

  @Test
  void anEntryWithATemplateNamesTheClaimThatThePodsStatusTells() {
    PodBuilder pod =
        pod().withNewSpec().addNewResourceClaim().withName("r").withResourceClaimTemplateName("t").endResourceClaim().endSpec();
    assertThat(ClaimReference.of(pod.build()))
        .containsExactly(new ClaimReference("r", null, true, "pod \"default/p\": ResourceClaim not created yet"));

    Pod told =
        pod.withNewStatus()
            .addNewResourceClaimStatus().withName("other").withResourceClaimName("x").endResourceClaimStatus()
            .addNewResourceClaimStatus().withName("r").withResourceClaimName("p-r-abc").endResourceClaimStatus()
            .endStatus()
            .build();
    assertThat(ClaimReference.of(told)).containsExactly(new ClaimReference("r", "p-r-abc", true, null));

    Pod needsNone =
        new PodBuilder(told)
            .withNewStatus().addNewResourceClaimStatus().withName("r").endResourceClaimStatus().endStatus()
            .build();
    assertThat(ClaimReference.of(needsNone)).containsExactly(new ClaimReference("r", null, true, null));
  }

  @Test
  void anEntryThatNamesNothingIsAProblem() {
    Pod pod = pod().withNewSpec().addNewResourceClaim().withName("r").endResourceClaim().endSpec().build();

    assertThat(ClaimReference.of(pod).get(0).problem())
        .isEqualTo("pod \"default/p\", spec.resourceClaim \"r\": none of the supported fields are set");
  }

  @Test
  void theNameAloneIsTheOneOfTheReference() {
    Pod pod =
        pod().withNewSpec()
            .addNewResourceClaim().withName("named").withResourceClaimName("c").endResourceClaim()
            .addNewResourceClaim().withName("made").withResourceClaimTemplateName("t").endResourceClaim()
            .addNewResourceClaim().withName("not-made").withResourceClaimTemplateName("t").endResourceClaim()
            .addNewResourceClaim().withName("not-needed").withResourceClaimTemplateName("t").endResourceClaim()
            .addNewResourceClaim().withName("nothing").endResourceClaim()
            .endSpec()
            .withNewStatus()
            .addNewResourceClaimStatus().withName("nothing").withResourceClaimName("x").endResourceClaimStatus()
            .addNewResourceClaimStatus().withName("made").withResourceClaimName("p-made").endResourceClaimStatus()
            .addNewResourceClaimStatus().withName("made").withResourceClaimName("twice").endResourceClaimStatus()
            .addNewResourceClaimStatus().withName("not-needed").endResourceClaimStatus()
            .endStatus()
            .build();

    assertThat(pod.getSpec().getResourceClaims().stream().map(entry -> ClaimReference.nameOf(pod, entry)))
        .containsExactly("c", "p-made", null, null, null)
        .isEqualTo(ClaimReference.of(pod).stream().map(ClaimReference::name).toList());
  }

  @Test
  void aGeneratedClaimMustBeControlledByThePod() {
    var claim = new ResourceClaimBuilder(TestClaims.claim("c", 1));
    String problem = "ResourceClaim default/c was not created for Pod default/p (Pod is not owner)";
    assertThat(ClaimReference.ownershipProblem(pod().build(), ClaimInfo.of(claim.build()))).isEqualTo(problem);

    claim.editMetadata().addNewOwnerReference().withUid("uid-p").withController(true).endOwnerReference().endMetadata();
    assertThat(ClaimReference.ownershipProblem(pod().build(), ClaimInfo.of(claim.build()))).isNull();

    claim.editMetadata().editFirstOwnerReference().withUid("another").endOwnerReference().endMetadata();
    assertThat(ClaimReference.ownershipProblem(pod().build(), ClaimInfo.of(claim.build()))).isEqualTo(problem);
  }
}
