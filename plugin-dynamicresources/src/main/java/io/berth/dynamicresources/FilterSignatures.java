package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ClaimFilter} and {@link ClaimPreemption} go by when they look at a pod none of whose claims has an allocation: what the claims
 * ask for, with the classes, and all published devices. What else they go by is told as a change of the node: what of its pools is allocated
 * to whom, what is held there for nominated pods, and which victims' claims are still to be released there. A claim whose devices are in no
 * pool of the node stays allocated whoever leaves the node. Which consumers of a claim are on the node, and which of them are going, is part
 * of the node.
 *
 * <p>For the scheduler's own thread.
 */
final class FilterSignatures {
  private static final Object NO_CLASS = new Object();

  private final DeviceManager manager;
  private final Handle handle;

  FilterSignatures(DeviceManager manager, Handle handle) {
    this.manager = manager;
    this.handle = handle;
  }

  /** What answers depend on beside the node; {@code null} where that is too much to be told. */
  @Nullable Object of(ClaimsState state, PodInfo pod) {
    DeviceSearch search = state.search();
    if (search == null || state.specialIndex() >= 0 || state.wanting().size() != state.size() || !isUpToDate(state, search, pod)) {
      return null;
    }
    List<Object> parts = new ArrayList<>();
    parts.add(ClaimRelease.takesPart(pod));
    parts.add(search.pools().version());
    for (int i = 0; i < state.size(); i++) {
      ClaimInfo claim = state.claim(i);
      ResourceClaimSpec spec = claim.claim().getSpec();
      if (spec == null || spec.getDevices() == null) {
        return null;
      }
      parts.add(spec);
      for (DeviceRequest request : spec.getDevices().getRequests()) {
        addClasses(request, parts);
      }
    }
    return parts.contains(NO_CLASS) ? null : List.copyOf(parts);
  }

  /** Whether the cycle goes by what is so now, and what is held for the pod, if anything, is held where it is nominated. */
  private boolean isUpToDate(ClaimsState state, DeviceSearch search, PodInfo pod) {
    String nominated = handle.nominator().nominatedNode(pod.uid());
    for (ClaimNomination own : manager.nominations().of(pod.uid())) {
      if (!own.node().equals(nominated)) {
        return false;
      }
    }
    return search.pools() == manager.pools() && state.isBookedAs(manager.allocated(), manager.claims().booked());
  }

  private void addClasses(DeviceRequest request, List<Object> parts) {
    if (request.getExactly() != null) {
      parts.add(deviceClass(request.getExactly().getDeviceClassName()));
    }
    for (DeviceSubRequest alternative : request.getFirstAvailable()) {
      parts.add(deviceClass(alternative.getDeviceClassName()));
    }
  }

  private Object deviceClass(@Nullable String name) {
    Object found = name == null ? null : manager.deviceClass(name);
    return found == null ? NO_CLASS : found;
  }
}
