package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Extended resources that a device class stands for. A pod that requests some has one special claim more, which exists in memory until
 * the pod is bound; what it requests differs from node to node.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go, v1.37.2.
 */
interface ExtendedResources {
  /** No device class stands for any. */
  ExtendedResources NONE = new NoExtendedResources();

  /** The pod's special claim, new or of an earlier attempt, or {@code null} if the pod needs none. Called in PreFilter. */
  @Nullable ClaimInfo specialClaim(PodInfo pod);

  /** Whether the special claim has been written to the cluster, by this attempt or an earlier one. */
  boolean isWritten(ClaimInfo special);

  /**
   * What the pod's extended resources mean on a node. Called in Filter, for several nodes at once.
   *
   * @param special the special claim of the cycle
   * @param hasUserClaims whether the pod has claims of its own
   */
  OnNode onNode(ClaimInfo special, boolean hasUserClaims, PodInfo pod, NodeInfo node);

  /** What a special claim becomes on a node. */
  sealed interface OnNode {
    /** The node's device plugins have all that the pod requests. */
    record Nothing() implements OnNode {}

    /**
     * The pod cannot be there.
     *
     * @param status why
     */
    record Reject(Status status) implements OnNode {}

    /**
     * Devices are to be allocated.
     *
     * @param claim the special claim with the requests for this node; its UID is the template's
     * @param mappings which container gets what by which request
     */
    record Devices(ClaimInfo claim, List<ContainerExtendedResourceRequest> mappings) implements OnNode {}

    Nothing NOTHING = new Nothing();
  }

  /** Creates the special claim in the cluster, before its allocation is written. Completes on the scheduler's own thread. */
  CompletionStage<Attempt> create(ClaimInfo special, OnNode.Devices devices, PodInfo pod);

  /**
   * The special claim has been written with its allocation: tells the pod's status, and sees to it that the allocation stays known
   * until events show the claim. Completes on the scheduler's own thread.
   */
  CompletionStage<Status> written(ResourceClaim claim, ClaimAllocation allocation, OnNode.Devices devices, PodInfo pod);

  /** Deletes a special claim that was written. Completes on the scheduler's own thread. */
  CompletionStage<Attempt> delete(ClaimInfo special);
}
