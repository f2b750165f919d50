package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.dynamicresources.nomination.ClaimNomination;
import io.berth.dynamicresources.nomination.Nominations;
import io.berth.dynamicresources.slices.NodePools;
import io.berth.framework.Handle;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ClaimFilter} and {@link ClaimPreemption} go by when they look at a pod none of whose claims has an allocation: what the claims
 * ask for, with the classes; and of a node, its pools, what of them is allocated to whom, what is held there for nominated pods, and which
 * victims' claims are still to be released there. A claim whose devices are in no pool of the node stays allocated whoever leaves the node.
 * Which consumers of a claim are on the node, and which of them are going, is part of the node.
 *
 * <p>For the scheduler's own thread.
 */
final class FilterSignatures {
  private static final int FEW_POOLS = 16;
  private static final Object NO_CLASS = new Object();

  private final DeviceManager manager;
  private final Handle handle;

  FilterSignatures(DeviceManager manager, Handle handle) {
    this.manager = manager;
    this.handle = handle;
  }

  /** What answers depend on beside the node; {@code null} where that is too much to be told. */
  @Nullable Object of(ClaimsState state, PodInfo pod) {
    if (state.search() == null || state.specialIndex() >= 0 || state.wanting().size() != state.size()) {
      return null;
    }
    List<Object> parts = new ArrayList<>();
    parts.add(ClaimRelease.takesPart(pod));
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

  /** What answers about the node depend on beside that; {@code null} where something is held on it for the pod itself. */
  @Nullable Object of(ClaimsState state, PodInfo pod, NodeInfo node) {
    DeviceSearch search = state.search();
    Nominations nominations = manager.nominations();
    if (search == null || nominations.find(pod.uid(), node.name()) != null) {
      return null;
    }
    NodePools pools = search.pools().poolsFor(node.name(), node.labels());
    int count = pools.pools().size();
    if (count > FEW_POOLS) {
      return null;
    }
    Object[] marks = new Object[count];
    for (int i = 0; i < count; i++) {
      marks[i] = state.allocated().mark(pools.pools().get(i).id());
    }
    return new OfNode(pools, marks, held(node.name()), nominations.outstanding(node.name()));
  }

  private List<ClaimNomination> held(String node) {
    List<PodInfo> nominated = handle.nominator().nominatedPodsForNode(node);
    if (nominated.isEmpty()) {
      return List.of();
    }
    List<ClaimNomination> held = new ArrayList<>(nominated.size());
    for (PodInfo pod : nominated) {
      ClaimNomination nomination = manager.nominations().find(pod.uid(), node);
      if (nomination != null) {
        held.add(nomination);
      }
    }
    return held;
  }

  /** Values that are replaced whenever they change are compared by identity. */
  private static final class OfNode {
    private final NodePools pools;
    private final Object[] marks;
    private final List<ClaimNomination> held;
    private final List<String> outstanding;

    OfNode(NodePools pools, Object[] marks, List<ClaimNomination> held, List<String> outstanding) {
      this.pools = pools;
      this.marks = marks;
      this.held = held;
      this.outstanding = outstanding;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof OfNode that
          && pools == that.pools
          && areSame(marks, that.marks)
          && areSame(held.toArray(), that.held.toArray())
          && outstanding.equals(that.outstanding);
    }

    private static boolean areSame(Object[] some, Object[] others) {
      boolean same = some.length == others.length;
      for (int i = 0; same && i < some.length; i++) {
        same = some[i] == others[i];
      }
      return same;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(pools);
    }
  }
}
