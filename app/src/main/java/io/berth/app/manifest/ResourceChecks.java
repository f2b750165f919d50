package io.berth.app.manifest;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a container asks for, as far as an API server would refuse it.
 *
 * <p>upstream: pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, v1.37.2
 */
final class ResourceChecks {

  private static final Set<String> PLAIN = Set.of("cpu", "memory", "ephemeral-storage");

  private final PodSpecChecks.Told told;

  ResourceChecks(PodSpecChecks.Told told) {
    this.told = told;
  }

  void check(String field, ResourceRequirements resources) {
    Map<String, Quantity> limits = orEmpty(resources.getLimits());
    Map<String, Quantity> requests = orEmpty(resources.getRequests());
    limits.forEach((name, limit) -> resource(at(field + ".limits", name), name, limit));
    requests.forEach((name, request) -> {
      String at = at(field + ".requests", name);
      if (resource(at, name, request)) {
        against(at, name, request, limits.get(name));
      }
    });
  }

  private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> list) {
    return list == null ? Map.of() : list;
  }

  private static String at(String field, String name) {
    return name.indexOf('.') >= 0 || name.indexOf('/') >= 0 ? field + "[" + name + "]" : field + "." + name;
  }

  private boolean resource(String at, String name, Quantity amount) {
    if (name.indexOf('/') < 0 && !PLAIN.contains(name) && !ResourceName.of(name).isHugePage()) {
      told.wrong(at, "is no resource", "use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu");
      return false;
    }
    if (ResourceName.of(name).isExtended() && !ExactQuantity.of(amount).equals(ExactQuantity.ofValue(ExactQuantity.of(amount).valueCeil()))) {
      told.wrong(at, "\"" + amount + "\" is not whole", "give a whole number");
      return false;
    }
    return true;
  }

  private void against(String at, String name, Quantity request, @Nullable Quantity limit) {
    ResourceName resource = ResourceName.of(name);
    boolean exact = resource.isExtended() || resource.isHugePage();
    if (limit == null) {
      if (exact) {
        told.wrong(at, "has no limit", "give the same amount under limits");
      }
      return;
    }
    int comparison = ExactQuantity.of(request).compareTo(ExactQuantity.of(limit));
    if (exact && comparison != 0) {
      told.wrong(at, request + " is not the limit, " + limit, "give both the same amount");
    } else if (comparison > 0) {
      told.wrong(at, request + " is above the limit, " + limit, "raise the limit or lower the request");
    }
  }
}
