package io.berth.dynamicresources.claims;

import static io.berth.dynamicresources.claims.TestClaims.allocated;
import static io.berth.dynamicresources.claims.TestClaims.allocation;
import static io.berth.dynamicresources.claims.TestClaims.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The books hear when others use what is booked, and of no other change of a claim. */
class ClaimTouchTest {
  private final List<String> told = new ArrayList<>();
  private final ClaimTracker tracker =
      new ClaimTracker(
          new DeviceBooks() {
            @Override
            public void book(ClaimAllocation allocation) {
              told.add("book");
            }

            @Override
            public void release(ClaimAllocation allocation) {
              told.add("release");
            }

            @Override
            public void touch(ClaimAllocation allocation) {
              told.add("touch");
            }

            @Override
            public void arrived(ClaimInfo claim, ClaimAllocation allocation) {
              told.add("arrived");
            }
          });

  private static ResourceClaim reserved(int version, String... pods) {
    ResourceClaimBuilder claim = new ResourceClaimBuilder(allocated("a", version, "d1"));
    for (String pod : pods) {
      claim.editStatus().addNewReservedFor().withResource("pods").withName(pod).withUid(pod).endReservedFor().endStatus();
    }
    return claim.build();
  }

  private void update(ResourceClaim claim) {
    tracker.onUpdate(claim, claim);
  }

  private void open(String pod) {
    tracker.open(Objects.requireNonNull(tracker.get("default", "a")), allocation("d1"), pod);
  }

  private void tellsOf(String... expected) {
    assertThat(told).containsExactly(expected);
    told.clear();
  }

  @Test
  void aVersionWithTheSameUsersIsNoNews() {
    update(reserved(1, "p"));
    tellsOf("book");

    update(reserved(2, "p"));
    update(new ResourceClaimBuilder(reserved(3, "p")).editMetadata().addToLabels("a", "b").endMetadata().build());
    update(new ResourceClaimBuilder(reserved(4, "p")).editMetadata().withDeletionTimestamp("2026-01-01T00:00:00Z").endMetadata().build());
    tracker.assume(reserved(5, "p"));
    tellsOf();
  }

  @Test
  void usersThatComeAndGoAre() {
    update(reserved(1));
    tellsOf("book");
    update(reserved(2, "p"));
    tellsOf("touch");
    update(reserved(3, "p", "q"));
    tellsOf("touch");
    update(reserved(4, "q"));
    tellsOf("touch");
    update(reserved(5, "r"));
    tellsOf("touch");
    update(reserved(6));
    tellsOf("touch");
  }

  @Test
  void aConsumerThatBecomesAnotherKindIsAnother() {
    update(reserved(1, "p"));
    told.clear();
    ResourceClaimBuilder other = new ResourceClaimBuilder(reserved(2, "p"));
    other.editStatus().editFirstReservedFor().withResource("podgroups").endReservedFor().endStatus();
    update(other.build());
    tellsOf("touch");
  }

  /** Reserve, the write, its echo, and the end of PreBind. */
  @Test
  void aPodThatIsWrittenIntoTheClaimIsTheSameUser() {
    update(claim("a", 1));
    open("p");
    tellsOf("book");
    update(new ResourceClaimBuilder(claim("a", 2)).editMetadata().addToFinalizers("f").endMetadata().build());
    tellsOf();
    tracker.assume(reserved(3, "p"));
    tellsOf();
    tracker.settle("uid-a");
    tellsOf("arrived");
    update(reserved(3, "p"));
    tellsOf();
  }

  @Test
  void whoeverElseIsWrittenIsAnother() {
    update(claim("a", 1));
    open("p");
    told.clear();
    tracker.assume(reserved(2, "q"));
    tellsOf("touch");
    tracker.assume(reserved(3, "q", "p"));
    tellsOf();
    tracker.assume(reserved(4, "p"));
    tellsOf("touch");
    ResourceClaimBuilder odd = new ResourceClaimBuilder(reserved(5, "p", "p"));
    odd.editStatus().editLastReservedFor().withResource("podgroups").endReservedFor().endStatus();
    tracker.assume(odd.build());
    tellsOf("touch");
  }

  @Test
  void podsThatShareWhatIsInFlightAreUsers() {
    update(claim("a", 1));
    open("p");
    tellsOf("book");
    open("q");
    tellsOf("touch");
    open("q");
    tellsOf();
    tracker.release("uid-a", "q");
    tellsOf("touch");
    tracker.release("uid-a", "q");
    tellsOf();
    tracker.release("uid-a", "p");
    tellsOf("release");
  }

  /** One of the two pods is not in the claim yet, and nothing is in flight any more. */
  @Test
  void whoIsNotWrittenWhenItIsSettledGoes() {
    update(claim("a", 1));
    open("p");
    open("q");
    tracker.assume(reserved(2, "p"));
    told.clear();
    tracker.settle("uid-a");
    tellsOf("touch");
  }

  @Test
  void aPodThatGivesUpAfterTheWriteIsStillNamed() {
    update(claim("a", 1));
    open("p");
    tracker.assume(reserved(2, "p"));
    told.clear();
    tracker.release("uid-a", "p");
    tellsOf("arrived");
    tracker.assume(reserved(3));
    tellsOf("touch");
  }

  /** A claim that is deleted under a pod that has reserved it: no pod's entry leads to what is in flight any more. */
  @Test
  void aClaimThatGoesWhileItsAllocationIsInFlightIsNews() {
    update(claim("a", 1));
    open("p");
    tellsOf("book");
    tracker.onDelete(claim("a", 2), false);
    tellsOf("touch");
    update(claim("a", 3));
    tellsOf("touch");
    tracker.release("uid-a", "p");
    tellsOf("release");
  }

  @Test
  void otherDevicesAreBookedAnew() {
    update(reserved(1, "p"));
    tellsOf("book");
    update(new ResourceClaimBuilder(allocated("a", 2, "d2")).build());
    tellsOf("book", "release");
  }
}
