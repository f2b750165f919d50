package io.berth.framework;

import java.util.Objects;

/**
 * What shall become of a pod's nomination.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 *
 * @param mode whether the nomination changes
 * @param nominatedNodeName the node that the pod is nominated to under {@link Mode#OVERRIDE}; empty clears the nomination
 */
public record NominatingInfo(Mode mode, String nominatedNodeName) {
  /** The nomination stays as it is. */
  public static final NominatingInfo NOOP = new NominatingInfo(Mode.NOOP, "");

  /** The nomination is cleared. */
  public static final NominatingInfo CLEAR = new NominatingInfo(Mode.OVERRIDE, "");

  /** Needs both. */
  public NominatingInfo {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(nominatedNodeName, "nominatedNodeName");
  }

  /** Whether the nomination changes. */
  public enum Mode {
    /** It stays. */
    NOOP,
    /** It is replaced, by nothing if the name is empty. */
    OVERRIDE
  }

  /** The pod is nominated to this node. */
  public static NominatingInfo override(String nodeName) {
    return new NominatingInfo(Mode.OVERRIDE, nodeName);
  }
}
