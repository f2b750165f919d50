package io.berth.framework.event;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of kinds of change. Immutable; combine with {@link #or}.
 *
 * <p>Source: kube-scheduler/framework/types.go, v1.37.2.
 *
 * @param bits one bit for each basic action
 */
public record ActionType(long bits) {
  public static final ActionType NONE = new ActionType(0);
  public static final ActionType ADD = new ActionType(1);
  public static final ActionType DELETE = new ActionType(1 << 1);
  public static final ActionType UPDATE_NODE_ALLOCATABLE = new ActionType(1 << 2);
  public static final ActionType UPDATE_NODE_LABEL = new ActionType(1 << 3);

  /** A change of a node's taints or of {@code spec.unschedulable}. */
  public static final ActionType UPDATE_NODE_TAINT = new ActionType(1 << 4);

  public static final ActionType UPDATE_NODE_CONDITION = new ActionType(1 << 5);
  public static final ActionType UPDATE_NODE_ANNOTATION = new ActionType(1 << 6);
  public static final ActionType UPDATE_NODE_DECLARED_FEATURE = new ActionType(1 << 7);
  public static final ActionType UPDATE_NODE_PREEMPTION_POLICY = new ActionType(1 << 8);
  public static final ActionType UPDATE_POD_LABEL = new ActionType(1 << 9);

  /** Some request of the pod has become smaller. */
  public static final ActionType UPDATE_POD_SCALE_DOWN = new ActionType(1 << 10);

  /** Some request of the pod has become larger. */
  public static final ActionType UPDATE_POD_SCALE_UP = new ActionType(1 << 11);

  public static final ActionType UPDATE_POD_TOLERATION = new ActionType(1 << 12);

  /** The last of the pod's scheduling gates is gone. */
  public static final ActionType UPDATE_POD_SCHEDULING_GATES_ELIMINATED = new ActionType(1 << 13);

  /** The list of claims generated for the pod has changed. */
  public static final ActionType UPDATE_POD_GENERATED_RESOURCE_CLAIM = new ActionType(1 << 14);

  /** Everything. */
  public static final ActionType ALL = new ActionType((1 << 15) - 1);

  /** Any update: for plugins that do not care which, and for kinds other than pods and nodes. */
  public static final ActionType UPDATE = new ActionType(ALL.bits & ~(ADD.bits | DELETE.bits));

  private static final List<String> NAMES =
      List.of(
          "Add",
          "Delete",
          "UpdateNodeAllocatable",
          "UpdateNodeLabel",
          "UpdateNodeTaint",
          "UpdateNodeCondition",
          "UpdateNodeAnnotation",
          "UpdateNodeDeclaredFeature",
          "UpdateNodePreemptionPolicy",
          "UpdatePodLabel",
          "UpdatePodScaleDown",
          "UpdatePodScaleUp",
          "UpdatePodToleration",
          "UpdatePodSchedulingGatesEliminated",
          "UpdatePodGeneratedResourceClaim");

  /** Both sets together. */
  public ActionType or(ActionType other) {
    return new ActionType(bits | other.bits);
  }

  /** Whether the sets have an action in common. */
  public boolean intersects(ActionType other) {
    return (bits & other.bits) != 0;
  }

  /** Whether this set has all actions of the other. */
  public boolean contains(ActionType other) {
    return (bits & other.bits) == other.bits;
  }

  /** The basic actions in this set, each by itself, in upstream's order. */
  public List<ActionType> basicActions() {
    List<ActionType> basic = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if ((bits & (1L << i)) != 0) {
        basic.add(new ActionType(1L << i));
      }
    }
    return basic;
  }

  /** Upstream's name, as in metrics; several names are joined by a bar. */
  @Override
  public String toString() {
    if (bits == UPDATE.bits) {
      return "Update";
    }
    if (bits == ALL.bits) {
      return "All";
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if ((bits & (1L << i)) != 0) {
        names.add(NAMES.get(i));
      }
    }
    return String.join("|", names);
  }
}
