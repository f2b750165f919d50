package io.berth.plugins.noderesources;

import io.berth.framework.StateData;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for, laid out for the check of one node after the other. Immutable.
 *
 * <p>Source: pkg/scheduler/framework/plugins/noderesources/fit.go (fitsRequest), v1.37.2.
 */
final class FitRequest implements StateData<FitRequest> {
  private final Resources amounts;
  private final InsufficientStatuses statuses;
  private final ResourceName[] names;

  /** Which of the names a device class stands for; {@code null} when that is none. */
  private final boolean @Nullable [] byDevices;

  /**
   * A request.
   *
   * @param amounts how much
   * @param statuses the outcomes for the resources that are to be checked
   * @param byDevices for each of these resources, whether devices may provide it where the node itself has none
   */
  FitRequest(Resources amounts, InsufficientStatuses statuses, boolean @Nullable [] byDevices) {
    this.amounts = amounts;
    this.statuses = statuses;
    this.names = statuses.names();
    this.byDevices = byDevices;
  }

  /** Whether the node has room for all of it; success, or a status that names what is short. */
  Status check(NodeInfo node) {
    boolean tooManyPods = node.pods().size() + 1 > node.allowedPodNumber();
    Resources allocatable = node.allocatable();
    Resources requested = node.requested();
    for (int i = 0; i < names.length; i++) {
      if (isShort(i, allocatable, requested)) {
        return shortage(tooManyPods, allocatable, requested);
      }
    }
    return tooManyPods ? statuses.of(tooManyPods, 0, false) : Status.SUCCESS;
  }

  /** What {@link #check} depends on beside the node; {@code null} where device classes have a say. */
  @Nullable Object signature() {
    return byDevices == null ? amounts : null;
  }

  private boolean isShort(int i, Resources allocatable, Resources requested) {
    return !amounts.fits(names[i], allocatable, requested) && !isLeftToDevices(i, allocatable);
  }

  /** Whether the plugin for devices answers for the resource on a node with these amounts. */
  private boolean isLeftToDevices(int i, Resources allocatable) {
    return byDevices != null && byDevices[i] && allocatable.get(names[i]) <= 0;
  }

  private Status shortage(boolean tooManyPods, Resources allocatable, Resources requested) {
    if (names.length > InsufficientStatuses.MAX_KEPT) {
      return statuses.unkept(
          tooManyPods, amounts, allocatable, i -> isShort(i, allocatable, requested));
    }
    int missing = 0;
    boolean beyondNode = false;
    for (int i = 0; i < names.length; i++) {
      if (isShort(i, allocatable, requested)) {
        missing |= 1 << i;
        beyondNode |= !amounts.fits(names[i], allocatable, Resources.EMPTY);
      }
    }
    return statuses.of(tooManyPods, missing, beyondNode);
  }

  /**
   * Whether the amount of a checked resource grows from one node to the other, or the number of pods it takes. Of a resource that
   * devices provide nobody knows.
   */
  boolean hasMoreRoom(NodeInfo before, NodeInfo after) {
    if (after.allowedPodNumber() > before.allowedPodNumber()) {
      return true;
    }
    for (int i = 0; i < names.length; i++) {
      ResourceName name = names[i];
      if (isLeftToDevices(i, after.allocatable())
          || after.allocatable().getExact(name).compareTo(before.allocatable().getExact(name)) > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public FitRequest copy() {
    return this;
  }
}
