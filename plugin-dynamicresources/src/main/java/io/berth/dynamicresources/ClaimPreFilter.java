package io.berth.dynamicresources;

import io.berth.dynamicresources.ClaimsState.Search;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.claims.ClaimInfo;
import io.berth.framework.Status;
import io.berth.framework.Timers;
import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a pod's claims at the start of a cycle.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (PreFilter, validateDeviceClass), v1.37.2.
 */
final class ClaimPreFilter {
  private final DeviceManager manager;
  private final PodClaims podClaims;
  private final ExtendedResources extendedResources;
  private final Timers timers;
  private final Options options;

  /**
   * What the plugin's arguments and gates say.
   *
   * @param searchLimit how long a search on one node may take; zero for no limit
   * @param prioritizedList whether requests may have alternatives
   * @param conditions whether devices are ready; {@code null} while binding conditions are off
   */
  record Options(Duration searchLimit, boolean prioritizedList, @Nullable BindingConditions conditions) {}

  /** What came of it: a state, or why the pod is rejected. */
  record Outcome(ClaimsState state, @Nullable Status rejection) {
    static Outcome rejected(Status status) {
      return new Outcome(ClaimsState.EMPTY, status.withPlugin(DynamicResources.NAME));
    }
  }

  ClaimPreFilter(
      DeviceManager manager, PodClaims podClaims, ExtendedResources extendedResources, Timers timers, Options options) {
    this.manager = manager;
    this.podClaims = podClaims;
    this.extendedResources = extendedResources;
    this.timers = timers;
    this.options = options;
  }

  Outcome look(PodInfo pod) {
    PodClaims.Lookup lookup = podClaims.of(pod.pod());
    if (lookup instanceof PodClaims.Lookup.Missing missing) {
      return Outcome.rejected(Status.unresolvable(missing.reason()));
    }
    List<ClaimInfo> claims = ((PodClaims.Lookup.Found) lookup).claims();
    ClaimInfo special = extendedResources.specialClaim(pod);
    if (claims.isEmpty() && special == null) {
      return new Outcome(ClaimsState.EMPTY, null);
    }
    BitSet blocked = new BitSet();
    List<ClaimToAllocate> wanting = new ArrayList<>(claims.size());
    for (int i = 0; i < claims.size(); i++) {
      ClaimInfo claim = claims.get(i);
      Status rejection = claim.isAllocated() ? unusable(claim) : unallocatable(claim);
      if (rejection != null) {
        return Outcome.rejected(rejection);
      }
      if (!claim.isAllocated()) {
        wanting.add(claim.toAllocate(manager.allocator()));
      } else if (isBlocked(claim)) {
        blocked.set(i);
      }
    }
    boolean specialWants = special != null && !special.isAllocated();
    if (special != null && special.isAllocated() && isBlocked(special)) {
      blocked.set(claims.size());
    }
    Search search = wanting.isEmpty() && !specialWants ? Search.NONE : search(wanting);
    return new Outcome(new ClaimsState(claims, special, blocked, search), null);
  }

  private Search search(List<ClaimToAllocate> wanting) {
    DeviceSearch devices = new DeviceSearch(manager.allocator(), manager.pools(), timers, options.searchLimit());
    return new Search(devices, wanting, manager.allocated(), manager.claims().booked());
  }

  /** Whether an allocated claim helps on no node: its devices failed, or it takes too long until they are ready. */
  private boolean isBlocked(ClaimInfo claim) {
    BindingConditions conditions = options.conditions();
    if (conditions == null) {
      return false;
    }
    BindingConditions.Readiness readiness = conditions.readiness(claim);
    Instant now = timers.now();
    return readiness instanceof BindingConditions.Readiness.Failed
        || readiness instanceof BindingConditions.Readiness.NotYet && conditions.isTimedOut(claim, now);
  }

  private static @Nullable Status unusable(ClaimInfo claim) {
    var allocation = claim.allocation();
    String problem = allocation == null || allocation.nodes() == null ? null : allocation.nodes().parseError();
    return problem == null ? null : Status.error(problem);
  }

  private @Nullable Status unallocatable(ClaimInfo claim) {
    if (manager.claims().pending(claim.uid()) != null) {
      return Status.unresolvable("resource claim " + claim.key() + " is in the process of being allocated");
    }
    var spec = claim.claim().getSpec();
    if (spec == null || spec.getDevices() == null || spec.getDevices().getRequests() == null) {
      return null;
    }
    for (DeviceRequest request : spec.getDevices().getRequests()) {
      Status problem = problem(claim, request);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private @Nullable Status problem(ClaimInfo claim, DeviceRequest request) {
    if (request.getExactly() != null) {
      return classProblem(request.getExactly().getDeviceClassName(), request.getName());
    }
    String where = "resource claim " + claim.key() + ", request " + request.getName() + ": ";
    if (request.getFirstAvailable() == null || request.getFirstAvailable().isEmpty()) {
      return Status.unresolvable(where + "unknown request type");
    }
    if (!options.prioritizedList()) {
      return Status.unresolvable(where + "has subrequests, but the DRAPrioritizedList feature is disabled");
    }
    for (DeviceSubRequest alternative : request.getFirstAvailable()) {
      Status problem =
          classProblem(alternative.getDeviceClassName(), request.getName() + "/" + alternative.getName());
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private @Nullable Status classProblem(@Nullable String className, String request) {
    if (className == null || className.isEmpty()) {
      return Status.error("request " + request + ": unsupported request type");
    }
    return manager.deviceClass(className) == null
        ? Status.unresolvable("request " + request + ": device class " + className + " does not exist")
        : null;
  }
}
