package io.berth.framework.devices;

import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Device classes by the resources that they stand for, kept from events. Of several classes that name one resource the youngest
 * counts, which is the one that somebody migrates to; of equally old ones the first by name.
 *
 * <p>Source: dynamic-resource-allocation/deviceclass/extendedresourcecache, v0.37.2.
 */
final class ExtendedResourceCache implements DeviceClassResolver, ResourceEventHandler<DeviceClass> {
  private record Candidate(DeviceClass deviceClass, Instant created) {}

  private static final Comparator<Candidate> PREFERRED_FIRST =
      Comparator.comparing(Candidate::created)
          .reversed()
          .thenComparing(candidate -> candidate.deviceClass.getMetadata().getName());

  private final Map<ResourceName, List<Candidate>> candidates = new HashMap<>();

  @Override
  public @Nullable DeviceClass getDeviceClass(ResourceName resourceName) {
    List<Candidate> known = candidates.get(resourceName);
    return known == null ? null : known.get(0).deviceClass;
  }

  @Override
  public void onAdd(DeviceClass added) {
    Candidate candidate = new Candidate(added, created(added));
    add(implicit(added), candidate);
    String explicit = DeviceClassResolver.extendedResourceName(added);
    if (!explicit.isEmpty()) {
      add(ResourceName.of(explicit), candidate);
    }
  }

  @Override
  public void onUpdate(DeviceClass before, DeviceClass after) {
    remove(before);
    onAdd(after);
  }

  @Override
  public void onDelete(DeviceClass deleted, boolean finalStateUnknown) {
    remove(deleted);
  }

  private void add(ResourceName resource, Candidate candidate) {
    List<Candidate> known = candidates.computeIfAbsent(resource, name -> new ArrayList<>(1));
    known.add(candidate);
    known.sort(PREFERRED_FIRST);
  }

  private void remove(DeviceClass gone) {
    remove(implicit(gone), gone);
    String explicit = DeviceClassResolver.extendedResourceName(gone);
    if (!explicit.isEmpty()) {
      remove(ResourceName.of(explicit), gone);
    }
  }

  private void remove(ResourceName resource, DeviceClass gone) {
    List<Candidate> known = candidates.get(resource);
    if (known != null) {
      String name = gone.getMetadata().getName();
      known.removeIf(candidate -> candidate.deviceClass.getMetadata().getName().equals(name));
      if (known.isEmpty()) {
        candidates.remove(resource);
      }
    }
  }

  private static ResourceName implicit(DeviceClass deviceClass) {
    return ResourceName.of(RESOURCE_DEVICE_CLASS_PREFIX + deviceClass.getMetadata().getName());
  }

  /** A class that does not say when it was created, or says it in no known way, is older than every other. */
  private static Instant created(DeviceClass deviceClass) {
    String time = deviceClass.getMetadata().getCreationTimestamp();
    if (time == null || time.isEmpty()) {
      return Instant.MIN;
    }
    try {
      return Instant.parse(time);
    } catch (DateTimeParseException unknown) {
      return Instant.MIN;
    }
  }
}
