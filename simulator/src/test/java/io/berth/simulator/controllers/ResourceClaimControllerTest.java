package io.berth.simulator.controllers;

import static io.berth.simulator.controllers.Claims.allocate;
import static io.berth.simulator.controllers.Claims.claim;
import static io.berth.simulator.controllers.Claims.fromTemplate;
import static io.berth.simulator.controllers.Claims.shared;
import static io.berth.simulator.controllers.Claims.template;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RecordedEvent;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.WriteInterceptor;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.faults.WriteFault;
import io.berth.simulator.internal.PodClaims;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceClaimControllerTest {
  private final VirtualTime time = VirtualTime.create();
  private final List<WriteInterceptor> faults = new ArrayList<>();
  private final InMemoryCluster cluster =
      InMemoryCluster.builder(time, time.executor())
          .writeInterceptor(request -> WriteFault.firstOf(faults).beforeWrite(request))
          .build();
  private final ResourceClaimController controller = ResourceClaimController.on(time, cluster);

  private void minute() {
    time.advance(Duration.ofMinutes(1));
  }

  private Pod user(String name, PodResourceClaim... claims) {
    return cluster.create(pod(name).withoutUid().podResourceClaims(claims).obj());
  }

  private String nameIn(String pod, String podClaim) {
    return cluster.pod(pod).getStatus().getResourceClaimStatuses().stream()
        .filter(status -> status.getName().equals(podClaim))
        .findFirst()
        .orElseThrow()
        .getResourceClaimName();
  }

  private List<ResourceClaim> claims() {
    return cluster.list(ResourceKind.RESOURCE_CLAIMS);
  }

  @Test
  void eachEntryWithATemplateGetsAClaimOfItsOwn() {
    controller.start();
    cluster.create(template("t"));
    Pod p = user("p", fromTemplate("one", "t"), fromTemplate("two", "t"), shared("three", "s"));
    minute();
    assertThat(claims()).hasSize(2);
    ResourceClaim one = Claims.get(cluster, nameIn("p", "one"));
    assertThat(one.getMetadata().getName()).startsWith("p-one-");
    assertThat(one.getMetadata().getLabels()).containsEntry("team", "blue");
    assertThat(one.getMetadata().getAnnotations()).containsEntry("note", "kept").containsEntry(PodClaims.ANNOTATION, "one");
    assertThat(PodClaims.isFor(p, one)).isTrue();
    assertThat(one.getSpec()).isEqualTo(template("t").getSpec().getSpec());
    assertThat(nameIn("p", "two")).startsWith("p-two-");
    assertThat(cluster.pod("p").getStatus().getResourceClaimStatuses()).hasSize(2);
  }

  @Test
  void longNamesAreCutInProportion() {
    assertThat(ClaimMaking.prefix("p", "c")).isEqualTo("p-c-");
    assertThat(ClaimMaking.prefix("p".repeat(60), "c".repeat(40))).isEqualTo("p".repeat(33) + "-" + "c".repeat(22));
  }

  @Test
  void aTemplateThatIsMissingIsToldAndWaitedFor() {
    controller.start();
    user("p", fromTemplate("gpu", "t"));
    minute();
    assertThat(claims()).isEmpty();
    RecordedEvent event = cluster.events().get(0);
    assertThat(event.reason()).isEqualTo("FailedResourceClaimCreation");
    assertThat(event.note()).isEqualTo("PodResourceClaim gpu: resource claim template \"t\": resourceclaimtemplate.resource.k8s.io \"t\" not found");
    cluster.create(template("t"));
    minute();
    assertThat(claims()).hasSize(1);
  }

  @Test
  void aClaimWhosePodWasNotToldIsFoundAgain() {
    faults.add(WriteFault.failing().on(Verb.UPDATE_STATUS).ofKind(ResourceKind.PODS).atMost(3));
    controller.start();
    cluster.create(template("t"));
    user("p", fromTemplate("gpu", "t"));
    minute();
    assertThat(claims()).hasSize(1);
    assertThat(nameIn("p", "gpu")).isEqualTo(claims().get(0).getMetadata().getName());
  }

  @Test
  void aCreationWhoseAnswerWasLostIsNotDoneTwice() {
    faults.add(WriteFault.answerLost(Duration.ofSeconds(2)).on(Verb.CREATE).atMost(1));
    controller.start();
    cluster.create(template("t"));
    user("p", fromTemplate("gpu", "t"));
    minute();
    assertThat(claims()).hasSize(1);
  }

  @Test
  void aClaimThatWasDeletedByAccidentIsMadeAgain() {
    controller.start();
    cluster.create(template("t"));
    user("p", fromTemplate("gpu", "t"));
    minute();
    String first = nameIn("p", "gpu");
    cluster.delete(Claims.get(cluster, first));
    minute();
    assertThat(claims()).hasSize(1);
    assertThat(nameIn("p", "gpu")).isNotEqualTo(first).isEqualTo(claims().get(0).getMetadata().getName());
  }

  @Test
  void theLastConsumerThatEndsDeallocatesASharedClaim() {
    controller.start();
    cluster.create(claim("s"));
    Pod p = user("p", shared("gpu", "s"));
    Pod q = user("q", shared("gpu", "s"));
    allocate(cluster, "s", p, q);
    minute();
    assertThat(PodClaims.reservedFor(Claims.get(cluster, "s"))).hasSize(2);
    Claims.phase(cluster, "p", "Succeeded");
    minute();
    assertThat(PodClaims.reservedFor(Claims.get(cluster, "s"))).hasSize(1);
    assertThat(PodClaims.isAllocated(Claims.get(cluster, "s"))).isTrue();
    cluster.delete(cluster.pod("q"));
    minute();
    ResourceClaim free = Claims.get(cluster, "s");
    assertThat(PodClaims.isAllocated(free)).isFalse();
    assertThat(free.getMetadata().getFinalizers()).isEmpty();
  }

  @Test
  void aClaimThatNobodyEverReservedStaysAllocated() {
    controller.start();
    cluster.create(claim("s"));
    allocate(cluster, "s");
    minute();
    assertThat(PodClaims.isAllocated(Claims.get(cluster, "s"))).isTrue();
  }

  @Test
  void aDeletedClaimStaysUntilItsPodHasEnded() {
    controller.start();
    cluster.create(claim("s"));
    Pod p = user("p", shared("gpu", "s"));
    allocate(cluster, "s", p);
    cluster.delete(Claims.get(cluster, "s"));
    minute();
    assertThat(Claims.get(cluster, "s").getMetadata().getDeletionTimestamp()).isNotNull();
    Claims.phase(cluster, "p", "Failed");
    minute();
    assertThat(Claims.get(cluster, "s")).isNull();
  }

  @Test
  void aDeletedClaimThatNobodyHoldsGoesAtOnce() {
    controller.start();
    cluster.create(claim("s"));
    allocate(cluster, "s");
    cluster.delete(Claims.get(cluster, "s"));
    minute();
    assertThat(Claims.get(cluster, "s")).isNull();
  }

  @Test
  void theGeneratedClaimOfAFinishedPodIsDeletedAndItsPodStays() {
    controller.start();
    cluster.create(template("t"));
    Pod p = user("p", fromTemplate("gpu", "t"));
    minute();
    allocate(cluster, nameIn("p", "gpu"), p);
    minute();
    Claims.phase(cluster, "p", "Succeeded");
    minute();
    assertThat(claims()).isEmpty();
    assertThat(cluster.pod("p")).isNotNull();
  }

  @Test
  void theClaimOfADeletedPodGoesWithTheGarbageCollector() {
    controller.start();
    var kinds = OwnerGarbageCollector.WORKLOADS_AND_CLAIMS;
    new OwnerGarbageCollector(cluster, time, time.executor(), Duration.ZERO, kinds).start();
    cluster.create(template("t"));
    Pod p = user("p", fromTemplate("gpu", "t"));
    minute();
    allocate(cluster, nameIn("p", "gpu"), p);
    cluster.delete(cluster.pod("p"));
    minute();
    assertThat(claims()).isEmpty();
  }

  @Test
  void aPodThatThisControllerHasNotSeenKeepsItsReservation() {
    cluster.create(claim("s"));
    Pod p = user("p", shared("gpu", "s"));
    allocate(cluster, "s", p);
    faults.add(WriteFault.failing().on(Verb.GET).atMost(1));
    controller.start();
    time.run();
    cluster.disconnectWatches(ResourceKind.PODS, Duration.ofMinutes(5));
    Pod late = user("late", shared("gpu", "s"));
    allocate(cluster, "s", late);
    minute();
    assertThat(PodClaims.reservedFor(Claims.get(cluster, "s"))).hasSize(2);
    cluster.delete(cluster.pod("late"));
    cluster.update(new ResourceClaimBuilder(Claims.get(cluster, "s")).editMetadata().addToLabels("seen", "again").endMetadata().build());
    minute();
    assertThat(PodClaims.reservedFor(Claims.get(cluster, "s"))).hasSize(1);
  }

  @Test
  void aPodThatAlreadyHasANodeIsGivenItsAllocatedClaim() {
    controller.start();
    cluster.create(claim("s"));
    allocate(cluster, "s");
    Pod p = cluster.create(pod("p").on("n").podResourceClaims(shared("gpu", "s")).obj());
    minute();
    assertThat(PodClaims.isReservedFor(p, Claims.get(cluster, "s"))).isTrue();
  }

  @Test
  void aClaimOfAnotherPodIsNotTaken() {
    controller.start();
    cluster.create(template("t"));
    Pod p = user("p", fromTemplate("gpu", "t"));
    minute();
    String first = nameIn("p", "gpu");
    allocate(cluster, first, p);
    Pod q =
        cluster.create(
            new PodBuilder(pod("q").on("n").podResourceClaims(fromTemplate("gpu", "t")).obj())
                .editOrNewStatus()
                .addNewResourceClaimStatus("gpu", first)
                .endStatus()
                .build());
    minute();
    assertThat(PodClaims.isReservedFor(q, Claims.get(cluster, first))).isFalse();
  }

  @Test
  void anotherStartFindsOutAboutPodsThatWentMeanwhile() {
    controller.start();
    cluster.create(claim("s"));
    Pod p = user("p", shared("gpu", "s"));
    allocate(cluster, "s", p);
    minute();
    controller.stop();
    cluster.delete(cluster.pod("p"));
    minute();
    assertThat(PodClaims.isAllocated(Claims.get(cluster, "s"))).isTrue();
    controller.start();
    minute();
    assertThat(PodClaims.isAllocated(Claims.get(cluster, "s"))).isFalse();
  }

  @Test
  void conflictsOnlyCostTime() {
    faults.add(WriteFault.conflicting().on(Verb.UPDATE_STATUS, Verb.UPDATE, Verb.DELETE, Verb.CREATE).atMost(6));
    controller.start();
    cluster.create(template("t"));
    Pod p = user("p", fromTemplate("gpu", "t"));
    minute();
    allocate(cluster, nameIn("p", "gpu"), p);
    Claims.phase(cluster, "p", "Succeeded");
    minute();
    assertThat(claims()).isEmpty();
  }
}
