package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Every pod goes without a special claim, so that nothing else is ever asked. */
final class NoExtendedResources implements ExtendedResources {
  @Override
  public @Nullable ClaimInfo specialClaim(PodInfo pod) {
    return null;
  }

  @Override
  public boolean isWritten(ClaimInfo special) {
    throw unasked();
  }

  @Override
  public OnNode onNode(ClaimInfo special, boolean hasUserClaims, PodInfo pod, NodeInfo node) {
    throw unasked();
  }

  @Override
  public CompletionStage<Attempt> create(ClaimInfo special, OnNode.Devices devices, PodInfo pod) {
    throw unasked();
  }

  @Override
  public CompletionStage<Status> written(
      ResourceClaim claim, ClaimAllocation allocation, OnNode.Devices devices, PodInfo pod) {
    throw unasked();
  }

  @Override
  public CompletionStage<Attempt> delete(ClaimInfo special) {
    throw unasked();
  }

  private static IllegalStateException unasked() {
    return new IllegalStateException("no pod has a special claim");
  }
}
