package io.berth.dynamicresources;

import io.berth.dynamicresources.claims.ClaimAllocation;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import java.util.List;

/**
 * Prefers nodes on which requests with alternatives get one of their first.
 *
 * <p>Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (computeScore), v1.37.2.
 */
final class PrioritizedScore {
  /** How many alternatives a request has at most. */
  private static final int MOST_ALTERNATIVES = 8;

  private PrioritizedScore() {}

  /** Whether the score can differ from node to node. */
  static boolean matters(ClaimsState state) {
    for (int i = 0; i < state.size(); i++) {
      for (DeviceRequest request : requests(state, i)) {
        if (hasAlternatives(request)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasAlternatives(DeviceRequest request) {
    return request.getExactly() == null && request.getFirstAvailable() != null && !request.getFirstAvailable().isEmpty();
  }

  private static List<DeviceRequest> requests(ClaimsState state, int i) {
    var spec = state.claim(i).claim().getSpec();
    return spec == null || spec.getDevices() == null || spec.getDevices().getRequests() == null
        ? List.of()
        : spec.getDevices().getRequests();
  }

  /** The score of a node, from what Filter found there. */
  static long score(ClaimsState state, NodeAllocation onNode) {
    long score = 0;
    int chosen = 0;
    for (int i = 0; i < state.size(); i++) {
      ClaimAllocation allocation = state.claim(i).allocation();
      int place = allocation == null ? chosen++ : 0;
      List<DeviceRequest> requests = requests(state, i);
      for (int r = 0; r < requests.size(); r++) {
        if (hasAlternatives(requests.get(r))) {
          score +=
              allocation == null
                  ? MOST_ALTERNATIVES - onNode.allocated().alternative(place, r)
                  : score(requests.get(r), allocation);
        }
      }
    }
    return score;
  }

  private static long score(DeviceRequest request, ClaimAllocation allocation) {
    long score = 0;
    List<DeviceSubRequest> alternatives = request.getFirstAvailable();
    for (int i = 0; i < alternatives.size(); i++) {
      if (isGiven(request.getName() + "/" + alternatives.get(i).getName(), allocation)) {
        score += MOST_ALTERNATIVES - i;
      }
    }
    return score;
  }

  private static boolean isGiven(String alternative, ClaimAllocation allocation) {
    for (DeviceRequestAllocationResult device : allocation.devices()) {
      if (alternative.equals(device.getRequest())) {
        return true;
      }
    }
    return false;
  }
}
