package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.slices.Features;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;

/**
 * A claim that has no allocation yet, parsed once for all nodes: its requests, selectors, constraints and configuration.
 * Thread-safe. The object is borrowed: it must not change.
 */
public final class ClaimToAllocate {

  private final ResourceClaim bean;
  private final String key;
  private final List<Request> requests;
  private final List<Constraint> constraints;
  private final int wishes;

  private ClaimToAllocate(ResourceClaim bean, Features features, CelCompiler cel) {
    this.bean = bean;
    String namespace = bean.getMetadata().getNamespace();
    this.key = namespace == null || namespace.isEmpty() ? bean.getMetadata().getName()
        : namespace + "/" + bean.getMetadata().getName();
    DeviceClaim devices = bean.getSpec() == null || bean.getSpec().getDevices() == null ? new DeviceClaim()
        : bean.getSpec().getDevices();
    Wish.Parsing parsing = new Wish.Parsing(key, features, cel);
    List<Request> read = new ArrayList<>();
    int count = 0;
    if (devices.getRequests() != null) {
      for (DeviceRequest request : devices.getRequests()) {
        Request parsed = Request.of(request, count, parsing);
        read.add(parsed);
        count += parsed.wishes().size();
      }
    }
    this.requests = List.copyOf(read);
    this.wishes = count;
    List<Constraint> kept = new ArrayList<>();
    if (devices.getConstraints() != null) {
      for (DeviceConstraint constraint : devices.getConstraints()) {
        kept.add(Constraint.of(constraint, requests, wishes));
      }
    }
    this.constraints = List.copyOf(kept);
  }

  /**
   * Parses a claim; what is wrong with it is told by the allocation.
   *
   * @throws io.berth.framework.resource.QuantityFormatException if an amount cannot be read, which no API server stores
   */
  public static ClaimToAllocate of(ResourceClaim claim, Features features, CelCompiler cel) {
    return new ClaimToAllocate(claim, features, cel);
  }

  /** The claim, borrowed. */
  public ResourceClaim claim() {
    return bean;
  }

  /** {@code namespace/name}. */
  public String key() {
    return key;
  }

  List<Request> requests() {
    return requests;
  }

  List<Constraint> constraints() {
    return constraints;
  }

  /** The number of wishes in all requests. */
  int wishes() {
    return wishes;
  }

  List<DeviceClaimConfiguration> config() {
    return bean.getSpec() == null || bean.getSpec().getDevices() == null || bean.getSpec().getDevices().getConfig() == null
        ? List.of() : bean.getSpec().getDevices().getConfig();
  }

  @Override
  public String toString() {
    return key;
  }
}
