package io.berth.plugins.noderesources;

import io.berth.framework.devices.DeviceClassResolver;
import io.berth.framework.resource.ResourceName;
import io.berth.framework.resource.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes {@link FitRequest}s; those for the same resources share their statuses. For the scheduler's own thread. */
final class FitRequests {
  private static final int MAX_KEPT = 256;
  private static final Comparator<ResourceName> REASON_ORDER =
      Comparator.<ResourceName>comparingInt(name -> name.isScalar() ? Integer.MAX_VALUE : name.index())
          .thenComparing(Comparator.naturalOrder());

  private final Predicate<ResourceName> ignored;
  private final Map<List<ResourceName>, InsufficientStatuses> statuses = new ConcurrentHashMap<>();
  private final DeviceClassResolver classes;

  FitRequests(List<String> ignoredResources, List<String> ignoredResourceGroups, DeviceClassResolver classes) {
    this.classes = classes;
    Set<String> resources = Set.copyOf(ignoredResources);
    Set<String> groups = Set.copyOf(ignoredResourceGroups);
    ignored =
        resources.isEmpty() && groups.isEmpty()
            ? name -> false
            : name -> name.isExtended() && (resources.contains(name.name()) || groups.contains(group(name)));
  }

  private static String group(ResourceName name) {
    int slash = name.name().indexOf('/');
    return slash < 0 ? name.name() : name.name().substring(0, slash);
  }

  /** The request for these amounts. */
  FitRequest of(Resources amounts) {
    List<ResourceName> requested = positive(amounts);
    InsufficientStatuses known = statuses.get(requested);
    if (known == null) {
      if (statuses.size() >= MAX_KEPT) {
        statuses.clear();
      }
      known = new InsufficientStatuses(requested.stream().filter(ignored.negate()).sorted(REASON_ORDER).toList());
      statuses.put(requested, known);
    }
    return new FitRequest(amounts, known, byDevices(known.names()));
  }

  private boolean @Nullable [] byDevices(ResourceName[] names) {
    boolean[] backed = null;
    for (int i = 0; i < names.length; i++) {
      if (names[i].isScalar() && classes.getDeviceClass(names[i]) != null) {
        backed = backed == null ? new boolean[names.length] : backed;
        backed[i] = true;
      }
    }
    return backed;
  }

  private static List<ResourceName> positive(Resources amounts) {
    List<ResourceName> names = amounts.names();
    for (ResourceName name : names) {
      if (amounts.get(name) < 0) {
        return names.stream().filter(n -> amounts.get(n) > 0).toList();
      }
    }
    return names;
  }
}
