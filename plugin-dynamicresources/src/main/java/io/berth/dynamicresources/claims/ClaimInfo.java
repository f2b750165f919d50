package io.berth.dynamicresources.claims;

import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One version of a claim, read once. Immutable and thread-safe; compared by identity. The Kubernetes object is borrowed and never
 * changed.
 */
public final class ClaimInfo {
  private static final long UNKNOWN_VERSION = -1;

  private final ResourceClaim claim;
  private final String namespace;
  private final String name;
  private final String uid;
  private final long version;
  private final @Nullable ClaimAllocation allocation;
  private final List<ResourceClaimConsumerReference> reservedFor;
  private @Nullable ClaimToAllocate toAllocate; // made when it is first asked for; a race makes it twice, which is harmless

  private ClaimInfo(ResourceClaim claim, @Nullable ClaimAllocation allocation) {
    ObjectMeta meta = claim.getMetadata();
    this.claim = claim;
    this.namespace = Objects.requireNonNullElse(meta.getNamespace(), "");
    this.name = Objects.requireNonNullElse(meta.getName(), "");
    this.uid = meta.getUid() == null || meta.getUid().isEmpty() ? key() : meta.getUid();
    this.version = version(meta.getResourceVersion());
    this.allocation = allocation;
    this.reservedFor =
        claim.getStatus() == null || claim.getStatus().getReservedFor() == null
            ? List.of()
            : claim.getStatus().getReservedFor();
  }

  private static long version(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return UNKNOWN_VERSION;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
        return UNKNOWN_VERSION;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /** Reads a claim. */
  public static ClaimInfo of(ResourceClaim claim) {
    return of(claim, null);
  }

  /** Reads a claim; what an earlier version of it has been read to is shared where it has not changed. */
  static ClaimInfo of(ResourceClaim claim, @Nullable ClaimInfo earlier) {
    AllocationResult result = claim.getStatus() == null ? null : claim.getStatus().getAllocation();
    ClaimAllocation allocation = null;
    if (result != null) {
      ClaimAllocation before = earlier == null ? null : earlier.allocation;
      allocation = before != null && before.result().equals(result) ? before : ClaimAllocation.of(result);
    }
    ClaimInfo info = new ClaimInfo(claim, allocation);
    if (earlier != null && earlier.uid.equals(info.uid) && Objects.equals(earlier.claim.getSpec(), claim.getSpec())) {
      info.toAllocate = earlier.toAllocate;
    }
    return info;
  }

  /** The object that was read. */
  public ResourceClaim claim() {
    return claim;
  }

  /** The namespace. */
  public String namespace() {
    return namespace;
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The namespace, a slash and the name. */
  public String key() {
    return namespace + "/" + name;
  }

  /** The UID; the key if there is none. */
  public String uid() {
    return uid;
  }

  /** What the claim has been given, or {@code null}. */
  public @Nullable ClaimAllocation allocation() {
    return allocation;
  }

  /** Whether it has been given something. */
  public boolean isAllocated() {
    return allocation != null;
  }

  /** What it asks for, parsed once for all of its versions by the one allocator that there is. */
  public ClaimToAllocate toAllocate(Allocator allocator) {
    ClaimToAllocate parsed = toAllocate;
    if (parsed == null) {
      parsed = allocator.parse(claim);
      toAllocate = parsed;
    }
    return parsed;
  }

  /** Whether it is being deleted. */
  public boolean isTerminating() {
    String since = claim.getMetadata().getDeletionTimestamp();
    return since != null && !since.isEmpty();
  }

  /** Who may use it now. */
  public List<ResourceClaimConsumerReference> reservedFor() {
    return reservedFor;
  }

  /** Whether a consumer is a pod. */
  public static boolean isPod(ResourceClaimConsumerReference consumer) {
    return "pods".equals(consumer.getResource()) && (consumer.getApiGroup() == null || consumer.getApiGroup().isEmpty());
  }

  /** Whether the pod with this UID may use it now. */
  public boolean isReservedFor(String podUid) {
    for (ResourceClaimConsumerReference consumer : reservedFor) {
      if (podUid.equals(consumer.getUid())) {
        return true;
      }
    }
    return false;
  }

  /** Whether this version is known to come after the other one. Versions that are no numbers come in the order in which they are told. */
  boolean isNewerThan(ClaimInfo other) {
    return version == UNKNOWN_VERSION || other.version == UNKNOWN_VERSION || version > other.version;
  }

  /** Whether this version is known to come before the other one. */
  public boolean isOlderThan(ClaimInfo other) {
    return version != UNKNOWN_VERSION && other.version != UNKNOWN_VERSION && version < other.version;
  }

  @Override
  public String toString() {
    return key();
  }
}
