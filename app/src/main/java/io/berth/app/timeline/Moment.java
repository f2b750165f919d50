package io.berth.app.timeline;

import java.time.Duration;

/**
 * One thing that happened.
 *
 * @param at since the start
 * @param subject index of a pod, node, pool or claim, as {@code what} says; -1 for a step of the script
 * @param node index of the node of a binding, of a claim's devices, or of devices that are held; -1 otherwise
 * @param number the number of a cycle; of a node that joins or changes, and of a pool, the index of its state; of an allocation and of
 *     devices that are held its index; of a pod that is preempted the other pod's index, or -1; of a claim that is reserved or released the pod's index; 0 otherwise
 * @param text why, or what exactly; empty when there is nothing to add
 */
public record Moment(Duration at, What what, int subject, int node, int number, String text) {

  /** What can happen. Names in JSON are the lower-case words of {@link #word()}: a promise to scripts. */
  public enum What {
    /** A step of the script. */
    STEP("step"),
    NODE_JOINED("nodeJoined"),
    NODE_CHANGED("nodeChanged"),
    NODE_LEFT("nodeLeft"),
    /** A pod that is on no node yet. */
    POD_ARRIVED("arrived"),
    /** A pod that already has its node. */
    POD_RUNNING("running"),
    /** It waits for its turn; the text is the event that put it there. */
    READY("ready"),
    /** It waits until its backoff ends. */
    BACKOFF("backoff"),
    /** It waits for an event that helps. */
    WAITING("waiting"),
    /** It is held back by a gate. */
    GATED("gated"),
    /** A cycle begins. */
    CYCLE("cycle"),
    /** The cycle found no node. */
    REJECTED("rejected"),
    /** The cycle failed. */
    ERROR("error"),
    BOUND("bound"),
    /** Room is being made for it on a node. */
    NOMINATED("nominated"),
    /** It is evicted for another pod, which the text names. */
    PREEMPTED("preempted"),
    /** It has come to its end and holds nothing any more. */
    ENDED("ended"),
    POD_GONE("gone"),
    /** Devices are held for it until it reserves them; the text names them and those who have them still. */
    HELD("held"),
    /** They no longer are; the text names them and says why. */
    HOLD_ENDED("holdEnded"),
    /** A pool of devices is new, or has others now. */
    POOL_CHANGED("poolChanged"),
    CLAIM_ARRIVED("claimArrived"),
    /** It has devices; the text names them. */
    CLAIM_ALLOCATED("claimAllocated"),
    /** A pod may use it; the text is the pod's name. */
    CLAIM_RESERVED("claimReserved"),
    /** A pod does not use it any more. */
    CLAIM_RELEASED("claimReleased"),
    CLAIM_DEALLOCATED("claimDeallocated"),
    CLAIM_GONE("claimGone");

    private final String word;

    What(String word) {
      this.word = word;
    }

    /** The name for programs. */
    public String word() {
      return word;
    }

    /** Whether the subject is a node. */
    public boolean ofNode() {
      return this == NODE_JOINED || this == NODE_CHANGED || this == NODE_LEFT;
    }

    /** Whether the subject is a claim. */
    public boolean ofClaim() {
      return compareTo(CLAIM_ARRIVED) >= 0;
    }

    /** Whether the subject is a pod. */
    public boolean ofPod() {
      return this != STEP && !ofNode() && this != POOL_CHANGED && !ofClaim();
    }
  }
}
