package io.berth.dynamicresources.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A constraint of a claim, parsed once.
 *
 * @param attribute the full name of the attribute; {@code null} for a constraint of an unknown type
 * @param distinct whether values must differ; else they must be equal
 * @param applies by the number of the wish, whether it is about its devices
 */
record Constraint(@Nullable String attribute, boolean distinct, boolean[] applies) {

  static Constraint of(DeviceConstraint bean, List<Request> requests, int wishes) {
    boolean[] applies = new boolean[wishes];
    List<String> names = bean.getRequests() == null ? List.of() : bean.getRequests();
    for (Request request : requests) {
      for (Wish wish : request.wishes()) {
        applies[wish.number] = names.isEmpty() || names.contains(request.name()) || names.contains(wish.fullName);
      }
    }
    boolean distinct = bean.getMatchAttribute() == null;
    return new Constraint(distinct ? bean.getDistinctAttribute() : bean.getMatchAttribute(), distinct, applies);
  }
}
