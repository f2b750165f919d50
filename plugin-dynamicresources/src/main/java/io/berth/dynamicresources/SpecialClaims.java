package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimWrites.Attempt;
import io.berth.dynamicresources.claims.ClaimAllocation;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.claims.ClaimTracker;
import io.berth.framework.Handle;
import io.berth.framework.Status;
import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Special claims, for pods that request resources which device classes stand for. One that was written by an earlier attempt is not
 * used again, since nobody knows whether its devices still suit: the pod fits nowhere until it is deleted.
 *
 * <p>Owned by the scheduler's own thread but for {@link #onNode}.
 */
final class SpecialClaims implements ExtendedResources {
  private final DeviceClassResolver classes;
  private final WrittenClaims written;
  private final SpecialClaimWrites writes;

  /** What was last asked for, so that all nodes of a cycle share it. */
  private volatile @Nullable SpecialClaimTemplate current;

  SpecialClaims(DeviceClassResolver classes, WrittenClaims written, SpecialClaimWrites writes) {
    this.classes = classes;
    this.written = written;
    this.writes = writes;
  }

  /** What the plugin needs for such pods, or {@link ExtendedResources#NONE} without the gate. */
  static ExtendedResources of(Handle handle, ClaimTracker tracker, ClaimWrites claimWrites) {
    DeviceClassResolver classes = DeviceClassResolver.of(handle);
    if (classes == DeviceClassResolver.NONE) {
      return NONE;
    }
    WrittenClaims written = new WrittenClaims();
    tracker.list().forEach(claim -> written.changed(null, claim));
    tracker.addListener(written);
    return new SpecialClaims(classes, written, new SpecialClaimWrites(handle, claimWrites, tracker, written));
  }

  @Override
  public @Nullable ClaimInfo specialClaim(PodInfo pod) {
    SpecialClaimTemplate template = SpecialClaimTemplate.of(pod, classes);
    if (template == null) {
      return null;
    }
    ClaimInfo earlier = written.of(pod);
    if (earlier != null) {
      return earlier;
    }
    current = template;
    return template.claim();
  }

  @Override
  public boolean isWritten(ClaimInfo special) {
    return !SpecialClaimTemplate.NAME.equals(special.name());
  }

  @Override
  public OnNode onNode(ClaimInfo special, boolean hasUserClaims, PodInfo pod, NodeInfo node) {
    if (isWritten(special)) {
      return SpecialClaimTemplate.LEFT_OVER;
    }
    SpecialClaimTemplate template = current;
    if (template == null || template.claim() != special) {
      template = SpecialClaimTemplate.of(pod, classes);
      if (template == null) {
        return OnNode.NOTHING;
      }
    }
    return template.on(node);
  }

  @Override
  public CompletionStage<Attempt> create(ClaimInfo special, OnNode.Devices devices, PodInfo pod) {
    return writes.create(devices.claim().claim());
  }

  @Override
  public CompletionStage<Status> written(
      ResourceClaim claim, ClaimAllocation allocation, OnNode.Devices devices, PodInfo pod) {
    return writes.tell(claim, devices.mappings(), pod);
  }

  @Override
  public CompletionStage<Attempt> delete(ClaimInfo special) {
    return writes.delete(special.claim());
  }
}
