package io.berth.dynamicresources.claims;

import static io.berth.dynamicresources.claims.TestClaims.allocated;
import static io.berth.dynamicresources.claims.TestClaims.allocation;
import static io.berth.dynamicresources.claims.TestClaims.claim;
import static io.berth.dynamicresources.claims.TestClaims.reserved;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.claims.ClaimTracker.Opening;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimTrackerTest {
  private final TestClaims.Books books = new TestClaims.Books();
  private final ClaimTracker tracker = new ClaimTracker(books);

  private ClaimInfo known(String name) {
    return Objects.requireNonNull(tracker.get("default", name));
  }

  private Opening open(String name, String pod, String... devices) {
    return tracker.open(known(name), allocation(devices), pod);
  }

  @Test
  void aClaimIsFoundByNameAndByUidUntilItIsDeleted() {
    tracker.onAdd(claim("a", 1));

    assertThat(tracker.get("default", "a")).isSameAs(tracker.byUid("uid-a")).hasToString("default/a");
    assertThat(tracker.get("other", "a")).isNull();

    tracker.onDelete(claim("a", 2), false);

    assertThat(tracker.get("default", "a")).isNull();
    assertThat(tracker.byUid("uid-a")).isNull();
    assertThat(tracker.list()).isEmpty();
  }

  @Test
  void claimsOfOneNameInSeveralNamespacesAreSeveral() {
    var elsewhere =
        new ResourceClaimBuilder(claim("a", 1)).editMetadata().withNamespace("other").withUid("uid-other").endMetadata().build();
    tracker.onAdd(claim("a", 1));
    tracker.onAdd(elsewhere);

    assertThat(known("a").uid()).isEqualTo("uid-a");
    assertThat(tracker.get("other", "a")).isSameAs(tracker.byUid("uid-other"));
    assertThat(tracker.list()).hasSize(2);

    tracker.onDelete(claim("a", 1), false);

    assertThat(tracker.get("default", "a")).isNull();
    assertThat(tracker.list()).containsExactly(tracker.byUid("uid-other"));
  }

  @Test
  void devicesOfAllocatedClaimsAreBookedFromTheFirstEventToTheDeallocation() {
    tracker.onAdd(allocated("a", 1, "d1", "d2"));
    assertThat(books.count("d1")).isEqualTo(1);

    tracker.onUpdate(allocated("a", 1, "d1", "d2"), reserved("a", 2, "p1", "d1", "d2"));
    assertThat(books.count("d1")).as("another version, the same devices").isEqualTo(1);

    tracker.onUpdate(allocated("a", 1, "d1", "d2"), claim("a", 3));
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void aDeletedClaimReleasesItsDevices() {
    tracker.onAdd(allocated("a", 1, "d1"));
    tracker.onDelete(allocated("a", 1, "d1"), true);
    tracker.onDelete(allocated("a", 1, "d1"), true);

    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void aClaimOfTheSameNameAndAnotherUidIsAnotherClaim() {
    tracker.onAdd(allocated("a", 1, "d1"));
    var other = new ResourceClaimBuilder(allocated("a", 5, "d2")).editMetadata().withUid("other").endMetadata().build();
    tracker.onUpdate(allocated("a", 1, "d1"), other);

    assertThat(books.count("d1")).isZero();
    assertThat(books.count("d2")).isEqualTo(1);
    assertThat(tracker.byUid("uid-a")).isNull();

    tracker.onDelete(allocated("a", 2, "d1"), false);
    assertThat(books.count("d2")).as("a late deletion of the former").isEqualTo(1);
  }

  @Test
  void twoClaimsThatHoldOneDeviceKeepItBookedUntilBothAreGone() {
    tracker.onAdd(allocated("a", 1, "d1"));
    tracker.onAdd(allocated("b", 2, "d1"));
    tracker.onDelete(allocated("a", 1, "d1"), false);

    assertThat(books.count("d1")).isEqualTo(1);
  }

  @Test
  void anAllocationInFlightIsBookedAndGivenBackByItsPod() {
    tracker.onAdd(claim("a", 1));

    assertThat(open("a", "p1", "d1")).isEqualTo(Opening.OPENED);
    assertThat(tracker.pending("uid-a")).isNotNull();
    assertThat(tracker.pendingUids()).containsExactly("uid-a");
    assertThat(books.count("d1")).isEqualTo(1);

    assertThat(tracker.release("uid-a", "p1")).isTrue();
    assertThat(tracker.pending("uid-a")).isNull();
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void nothingIsPutInFlightForAnAllocatedClaimOrOneThatIsGone() {
    ClaimInfo before = ClaimInfo.of(claim("a", 1));
    tracker.onAdd(allocated("a", 2, "d1"));

    assertThat(tracker.open(before, allocation("d2"), "p1")).isEqualTo(Opening.ALLOCATED);
    assertThat(tracker.pending("uid-a")).isNull();
    assertThat(books.count("d2")).isZero();

    tracker.onDelete(allocated("a", 2, "d1"), false);
    assertThat(tracker.open(before, allocation("d2"), "p1")).isEqualTo(Opening.GONE);
    assertThat(books.areEmpty()).isTrue();
  }

  /** Each step of a binding cycle may be followed by any other pod's cycle: the device is never free. */
  @Test
  void aDeviceIsTakenAtEveryPointFromReserveToTheEcho() {
    tracker.onAdd(claim("a", 1));
    tracker.onAdd(claim("b", 2));
    open("a", "p1", "d1");
    books.onEachStep(() -> assertThat(books.count("d1")).isPositive());

    var written = reserved("a", 7, "p1", "d1");
    List<Runnable> steps =
        List.of(
            () -> tracker.assume(written), // the write has been answered, its event is held back
            () -> tracker.onUpdate(claim("a", 1), claim("a", 5)), // a late event of the finalizer
            () -> tracker.settle("uid-a"), // the binding cycle ends
            () -> tracker.release("uid-a", "p1"), // and is rolled back all the same
            () -> tracker.onUpdate(claim("a", 5), written), // the event
            () -> tracker.onAdd(written)); // once more
    steps.forEach(
        step -> {
          step.run();
          assertThat(books.count("d1")).isEqualTo(1);
          assertThat(tracker.booked("uid-a")).isNotNull();
        });

    books.onEachStep(() -> {});
    tracker.onUpdate(written, claim("a", 9));
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void theEventMayComeBeforeTheAnswer() {
    tracker.onAdd(claim("a", 1));
    open("a", "p1", "d1");
    books.onEachStep(() -> assertThat(books.count("d1")).isEqualTo(1));

    var written = reserved("a", 7, "p1", "d1");
    tracker.onUpdate(claim("a", 1), written);
    tracker.assume(written);
    tracker.settle("uid-a");

    assertThat(books.count("d1")).isEqualTo(1);
  }

  @Test
  void anAnswerThatComesAfterTheDeallocationDoesNotBringTheAllocationBack() {
    tracker.onAdd(claim("a", 1));
    open("a", "p1", "d1");
    tracker.onUpdate(claim("a", 1), reserved("a", 7, "p1", "d1"));
    tracker.onUpdate(reserved("a", 7, "p1", "d1"), claim("a", 8));

    assertThat(tracker.assume(reserved("a", 7, "p1", "d1"))).isFalse();
    tracker.settle("uid-a");
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void anAnswerForAClaimThatIsGoneIsNotRemembered() {
    tracker.onAdd(claim("a", 1));
    tracker.onDelete(claim("a", 1), false);

    assertThat(tracker.assume(reserved("a", 7, "p1", "d1"))).isFalse();
    assertThat(tracker.get("default", "a")).isNull();
    assertThat(books.areEmpty()).isTrue();
  }

  /** Rolling back the second pod must not show the claim as it was before the first pod wrote it. */
  @Test
  void aSharedClaimStaysAllocatedWhenItsSecondPodFails() {
    tracker.onAdd(claim("s", 1));
    open("s", "p1", "d1");
    tracker.assume(reserved("s", 5, "p1", "d1"));
    ClaimInfo stale = ClaimInfo.of(claim("s", 1));

    assertThat(tracker.open(stale, allocation("d1"), "p2")).as("still in flight for p1").isEqualTo(Opening.SHARED);
    tracker.release("uid-s", "p2");
    assertThat(known("s").isAllocated()).isTrue();

    tracker.settle("uid-s");
    assertThat(tracker.open(stale, allocation("d1"), "p2")).isEqualTo(Opening.ALLOCATED);
    tracker.release("uid-s", "p2");
    assertThat(known("s").isAllocated()).isTrue();
    assertThat(books.count("d1")).isEqualTo(1);
  }

  @Test
  void aPodThatFailsTwiceGivesItsShareBackOnce() {
    tracker.onAdd(claim("s", 1));
    open("s", "p1", "d1");
    open("s", "p2", "d1");

    assertThat(tracker.release("uid-s", "p1")).isFalse();
    assertThat(tracker.release("uid-s", "p1")).isFalse();

    assertThat(Objects.requireNonNull(tracker.pending("uid-s")).podUids()).containsExactly("p2");
    assertThat(books.count("d1")).isEqualTo(1);
    assertThat(tracker.release("uid-s", "p2")).isTrue();
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void anAllocationMadeElsewhereIsBookedInPlaceOfTheOneInFlight() {
    tracker.onAdd(claim("a", 1));
    open("a", "p1", "d1");
    tracker.onUpdate(claim("a", 1), allocated("a", 2, "d2"));

    assertThat(books.count("d1")).isZero();
    assertThat(books.count("d2")).isEqualTo(1);

    tracker.onUpdate(allocated("a", 2, "d2"), claim("a", 3));
    assertThat(books.count("d1")).as("still in flight").isEqualTo(1);
    tracker.release("uid-a", "p1");
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void aClaimThatIsDeletedWhileInFlightKeepsItsDevicesUntilThePodGivesUp() {
    tracker.onAdd(claim("a", 1));
    open("a", "p1", "d1");
    tracker.onDelete(claim("a", 1), false);
    assertThat(books.count("d1")).isEqualTo(1);

    tracker.release("uid-a", "p1");
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void aClaimThatIsYetToBeCreatedCanBeInFlight() {
    ClaimInfo unlisted = ClaimInfo.of(claim("not there", 1));

    assertThat(tracker.openUnlisted(unlisted, allocation("d1"), "p1")).isEqualTo(Opening.OPENED);
    assertThat(books.count("d1")).isEqualTo(1);
    assertThat(tracker.release(unlisted.uid(), "p1")).isTrue();
    assertThat(books.areEmpty()).isTrue();
  }

  @Test
  void listenersHearOfEventsAndOfAssumedVersionsButNotOfEchoes() {
    List<String> heard = new ArrayList<>();
    tracker.addListener(
        (before, after) ->
            heard.add((before == null ? "-" : before.isAllocated()) + ">" + (after == null ? "-" : after.isAllocated())));

    tracker.onAdd(claim("a", 1));
    tracker.assume(allocated("a", 2, "d1"));
    tracker.onUpdate(claim("a", 1), allocated("a", 2, "d1"));
    tracker.onDelete(allocated("a", 2, "d1"), false);

    assertThat(heard).containsExactly("->false", "false>true", "true>-");
  }

  @Test
  void listenersHearWhenAnAllocationInFlightEndsAndTheClaimDoesNotHaveIt() {
    List<String> heard = new ArrayList<>();
    tracker.addListener(
        new ClaimListener() {
          @Override
          public void changed(@Nullable ClaimInfo before, @Nullable ClaimInfo after) {}

          @Override
          public void givenUp(String claimUid) {
            heard.add(claimUid + (tracker.booked(claimUid) == null ? "" : ", allocated"));
          }
        });
    List.of("written", "given", "elsewhere", "gone").forEach(name -> tracker.onAdd(claim(name, 1)));
    List.of("written", "given", "elsewhere", "gone").forEach(name -> open(name, "p1", "d1"));

    tracker.assume(allocated("written", 2, "d1"));
    tracker.settle("uid-written");
    assertThat(heard).isEmpty();

    tracker.release("uid-given", "p1");
    tracker.assume(allocated("elsewhere", 2, "d2"));
    tracker.release("uid-elsewhere", "p1");
    tracker.onDelete(claim("gone", 1), false);
    tracker.settle("uid-gone");
    assertThat(heard).containsExactly("uid-given", "uid-elsewhere, allocated", "uid-gone");
  }

  @Test
  void versionsThatAreNoNumbersCountInTheOrderInWhichTheyAreTold() {
    var first = new ResourceClaimBuilder(claim("a", 1)).editMetadata().withResourceVersion("x").endMetadata().build();
    var second =
        new ResourceClaimBuilder(allocated("a", 1, "d1")).editMetadata().withResourceVersion(null).endMetadata().build();
    tracker.onAdd(first);
    tracker.onUpdate(first, second);
    assertThat(known("a").isAllocated()).isTrue();
    tracker.onUpdate(second, claim("a", 3));
    assertThat(known("a").isAllocated()).isFalse();
  }
}
