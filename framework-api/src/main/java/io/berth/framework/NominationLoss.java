package io.berth.framework;

/** Why a pod is no longer nominated to a node. */
public enum NominationLoss {
  /** The pod has been assumed on or bound to a node. */
  BOUND,
  /** The pod has been deleted. */
  DELETED,
  /** Its nomination was cleared. */
  CLEARED,
  /** It was nominated to another node. */
  REPLACED
}
