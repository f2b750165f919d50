package io.berth.plugins.noderesources;

import io.berth.framework.Code;
import io.berth.framework.Status;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of {@link FitRequest} for one list of resources, each made when it is first needed. A status is immutable, so that
 * threads that make the same one at once do no harm.
 */
final class InsufficientStatuses {
  /** For more resources than this, statuses are made anew each time. */
  static final int MAX_KEPT = 8;

  private final ResourceName[] names;
  private final @Nullable Status[] kept;

  InsufficientStatuses(List<ResourceName> names) {
    this.names = names.toArray(new ResourceName[0]);
    this.kept = new Status[names.size() > MAX_KEPT ? 4 : 4 << names.size()];
  }

  /** The resources to check, in the order of reasons. */
  ResourceName[] names() {
    return names;
  }

  /**
   * The status.
   *
   * @param tooManyPods whether the node takes no more pods
   * @param missing a bit for each resource that is short
   * @param beyondNode whether some request exceeds what an empty node has
   */
  Status of(boolean tooManyPods, int missing, boolean beyondNode) {
    int index = missing << 2 | (tooManyPods ? 2 : 0) | (beyondNode ? 1 : 0);
    Status status = kept[index];
    if (status == null) {
      List<String> reasons = new ArrayList<>();
      for (int i = 0; i < names.length; i++) {
        if ((missing & 1 << i) != 0) {
          reasons.add(reason(names[i]));
        }
      }
      status = status(tooManyPods, reasons, beyondNode);
      kept[index] = status;
    }
    return status;
  }

  Status unkept(boolean tooManyPods, Resources amounts, Resources allocatable, IntPredicate isShort) {
    List<String> reasons = new ArrayList<>();
    boolean beyondNode = false;
    for (int i = 0; i < names.length; i++) {
      if (isShort.test(i)) {
        reasons.add(reason(names[i]));
        beyondNode |= !amounts.fits(names[i], allocatable, Resources.EMPTY);
      }
    }
    return status(tooManyPods, reasons, beyondNode);
  }

  private static String reason(ResourceName name) {
    return "Insufficient " + name.name();
  }

  private static Status status(boolean tooManyPods, List<String> reasons, boolean beyondNode) {
    if (tooManyPods) {
      reasons.add(0, "Too many pods");
    }
    Code code = beyondNode ? Code.UNSCHEDULABLE_AND_UNRESOLVABLE : Code.UNSCHEDULABLE;
    return new Status(code, reasons, NodeResourcesFit.NAME, null);
  }
}
