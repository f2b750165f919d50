package io.berth.app.timeline;

import java.time.Duration;

/**
 * One thing that happened.
 *
 * @param at since the start
 * @param subject index of a pod or node, as {@code what} says; -1 for a step of the script
 * @param node index of the node of a binding; -1 otherwise
 * @param number the number of a cycle; of a node that joins or changes, the index of its state; 0 otherwise
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
    POD_GONE("gone");

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
  }
}
