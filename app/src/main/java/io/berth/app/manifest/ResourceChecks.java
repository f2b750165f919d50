package io.berth.app.manifest;

import io.berth.framework.resource.ExactQuantity;
import io.berth.framework.resource.PodRequests;
import io.berth.framework.resource.PodResourcesOptions;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.selector.LabelSyntax;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What containers and pods ask for and what nodes have, as far as an API server would refuse it. That amounts are amounts, and not
 * negative, is seen to where they are read.
 *
 * <p>Source: pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, validatePodResources,
 * ValidateNodeResources, v1.37.2.
 */
final class ResourceChecks {

  private static final Set<String> PLAIN = Set.of("cpu", "memory", "ephemeral-storage");

  private final PodSpecChecks.Told told;

  ResourceChecks(PodSpecChecks.Told told) {
    this.told = told;
  }

  void container(String field, ResourceRequirements resources) {
    requirements(field, resources, this::isContainerResource);
  }

  /** A pod's own resources, which its containers share. */
  void pod(String field, PodSpec spec) {
    ResourceRequirements resources = spec.getResources();
    if (resources == null || !requirements(field, resources, this::isPodResource)) {
      return;
    }
    Map<String, ExactQuantity> together = together(spec);
    orEmpty(resources.getRequests()).forEach((name, request) -> {
      ExactQuantity sum = together.get(name);
      if (sum != null && sum.compareTo(ExactQuantity.of(request)) > 0) {
        told.wrong(at(field + ".requests", name), request + " is less than the " + sum + " of all containers", "raise it, or lower theirs");
      }
    });
    Map<String, Quantity> limits = orEmpty(resources.getLimits());
    int index = 0;
    for (Container container : spec.getContainers()) {
      String at = "containers[" + index++ + "]";
      Map<String, Quantity> own = container.getResources() == null ? Map.of() : orEmpty(container.getResources().getLimits());
      own.forEach((name, limit) -> {
        Quantity shared = limits.get(name);
        if (shared != null && ExactQuantity.of(limit).compareTo(ExactQuantity.of(shared)) > 0) {
          told.wrong(at(field + ".limits", name), shared + " is less than the " + limit + " of " + at, "raise it, or lower the other");
        }
      });
    }
  }

  /** What a node has. */
  void node(String field, @Nullable Map<String, Quantity> amounts) {
    orEmpty(amounts).forEach((name, amount) -> whole(at(field, name), name, amount));
  }

  private boolean requirements(String field, ResourceRequirements resources, BiPredicate<String, String> isResource) {
    Map<String, Quantity> limits = orEmpty(resources.getLimits());
    Map<String, Quantity> requests = orEmpty(resources.getRequests());
    boolean[] right = {true};
    limits.forEach((name, limit) -> {
      String at = at(field + ".limits", name);
      right[0] &= isResource.test(at, name) && whole(at, name, limit);
    });
    requests.forEach((name, request) -> {
      String at = at(field + ".requests", name);
      right[0] &= isResource.test(at, name) && whole(at, name, request) && against(at, name, request, limits.get(name));
    });
    return right[0];
  }

  private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> list) {
    return list == null ? Map.of() : list;
  }

  private static String at(String field, String name) {
    return name.indexOf('.') >= 0 || name.indexOf('/') >= 0 ? field + "[" + name + "]" : field + "." + name;
  }

  /** What the containers ask for, when limits stand in for requests that are not given. */
  private static Map<String, ExactQuantity> together(PodSpec spec) {
    PodSpec plain = new PodSpec();
    plain.setInitContainers(spec.getInitContainers().stream().map(ResourceChecks::withAllRequests).toList());
    plain.setContainers(spec.getContainers().stream().map(ResourceChecks::withAllRequests).toList());
    Pod pod = new Pod();
    pod.setSpec(plain);
    return PodRequests.podRequests(pod, PodResourcesOptions.SPEC);
  }

  private static Container withAllRequests(Container container) {
    var all = new LinkedHashMap<String, Quantity>();
    if (container.getResources() != null) {
      all.putAll(orEmpty(container.getResources().getLimits()));
      all.putAll(orEmpty(container.getResources().getRequests()));
    }
    var resources = new ResourceRequirements();
    resources.setRequests(all);
    var plain = new Container();
    plain.setRestartPolicy(container.getRestartPolicy());
    plain.setResources(resources);
    return plain;
  }

  private boolean isContainerResource(String at, String name) {
    boolean known =
        name.indexOf('/') >= 0 ? isQualified(name) : PLAIN.contains(name) || ResourceName.of(name).isHugePage();
    if (!known) {
      told.wrong(at, "is no resource", "use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu");
    }
    return known;
  }

  /** Whether it is a name with a domain, as a quota could name it, too. */
  private static boolean isQualified(String name) {
    return ResourceName.of(name).isExtended()
        ? LabelSyntax.isLabelKey("requests." + name)
        : LabelSyntax.isLabelKey(name) && !name.startsWith("requests.");
  }

  private boolean isPodResource(String at, String name) {
    boolean known = PodRequests.isSupportedPodLevelResource(name);
    if (!known) {
      told.wrong(at, "is no resource of a whole pod", "use cpu, memory or hugepages-SIZE, or give it to a container");
    }
    return known;
  }

  private boolean whole(String at, String name, Quantity amount) {
    boolean mustBe = name.equals("pods") || ResourceName.of(name).isExtended();
    if (mustBe && !ExactQuantity.of(amount).equals(ExactQuantity.ofValue(ExactQuantity.of(amount).valueCeil()))) {
      told.wrong(at, "\"" + amount + "\" is not whole", "give a whole number");
      return false;
    }
    return true;
  }

  private boolean against(String at, String name, Quantity request, @Nullable Quantity limit) {
    ResourceName resource = ResourceName.of(name);
    boolean exact = resource.isExtended() || resource.isHugePage();
    if (limit == null) {
      if (exact) {
        told.wrong(at, "has no limit", "give the same amount under limits");
      }
      return !exact;
    }
    int comparison = ExactQuantity.of(request).compareTo(ExactQuantity.of(limit));
    if (exact && comparison != 0) {
      told.wrong(at, request + " is not the limit, " + limit, "give both the same amount");
    } else if (comparison > 0) {
      told.wrong(at, request + " is above the limit, " + limit, "raise the limit or lower the request");
    }
    return comparison <= 0 && !(exact && comparison != 0);
  }
}
