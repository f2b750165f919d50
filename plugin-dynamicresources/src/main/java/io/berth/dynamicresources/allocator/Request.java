package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.slices.Features;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of a claim, parsed once.
 *
 * @param name its name
 * @param prioritized whether it has alternatives, of which the first possible one counts
 * @param wishes the alternatives; one if it is not prioritized
 * @param error why the request cannot be handled; {@code null} if it can
 */
record Request(String name, boolean prioritized, List<Wish> wishes, @Nullable String error) {

  static Request of(DeviceRequest bean, int firstNumber, Wish.Parsing parsing) {
    String name = Wish.orEmpty(bean.getName());
    List<DeviceSubRequest> alternatives = bean.getFirstAvailable() == null ? List.of() : bean.getFirstAvailable();
    boolean prioritized = !alternatives.isEmpty();
    Wish[] wishes = new Wish[prioritized ? alternatives.size() : 1];
    for (int i = 0; i < wishes.length; i++) {
      wishes[i] = prioritized ? Wish.alternative(firstNumber + i, bean, alternatives.get(i), parsing)
          : Wish.exactly(firstNumber, bean, parsing);
    }
    return new Request(name, prioritized, List.of(wishes), problem(parsing, name, prioritized, wishes));
  }

  private static @Nullable String problem(Wish.Parsing parsing, String name, boolean prioritized, Wish[] wishes) {
    Features features = parsing.features();
    if (!features.prioritizedList() && prioritized) {
      return "claim " + parsing.claim() + ", request " + name
          + ": has subrequests, but the DRAPrioritizedList feature is disabled";
    }
    if (!features.consumableCapacity()) {
      for (Wish wish : wishes) {
        if (wish.hasCapacity()) {
          return "claim " + parsing.claim() + (prioritized ? ", subrequest " : ", request ") + wish.name
              + ": has capacity requests, but the DRAConsumableCapacity feature is disabled";
        }
      }
    }
    return null;
  }
}
