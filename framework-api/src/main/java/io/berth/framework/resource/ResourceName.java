package io.berth.framework.resource;

import io.berth.framework.selector.LabelSyntax;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The name of a resource, one object per name in the process, with a small dense {@link #index} for array columns. Compare
 * with {@code ==} or {@code equals}. Thread-safe.
 *
 * <p>Indexes depend on the order in which a process meets the names: sort by name wherever the order can be seen.
 */
public final class ResourceName implements Comparable<ResourceName> {

  private static final Object LOCK = new Object();
  private static final Map<String, ResourceName> BY_NAME = new ConcurrentHashMap<>();
  private static volatile ResourceName[] byIndex = {};

  /** CPU, counted in thousandths of a core. Index 0. */
  public static final ResourceName CPU = of("cpu");

  /** Memory, counted in bytes. Index 1. */
  public static final ResourceName MEMORY = of("memory");

  /** Local ephemeral storage, counted in bytes. Index 2. */
  public static final ResourceName EPHEMERAL_STORAGE = of("ephemeral-storage");

  /** The number of pods that a node takes. Index 3. */
  public static final ResourceName PODS = of("pods");

  private static final String HUGE_PAGES = "hugepages-";
  private static final String ATTACHABLE_VOLUMES = "attachable-volumes-";
  private static final String NATIVE_NAMESPACE = "kubernetes.io/";
  private static final String QUOTA = "requests.";
  private static final String DEVICE_CLASS = "deviceclass.resource.kubernetes.io/";

  private final String name;
  private final int index;
  private final boolean extended;
  private final boolean scalar;

  private ResourceName(String name, int index) {
    this.name = name;
    this.index = index;
    this.extended = !isNative(name) && !name.startsWith(QUOTA) && LabelSyntax.isLabelKey(QUOTA + name);
    this.scalar = extended || isHugePage(name) || name.contains(NATIVE_NAMESPACE) || isAttachableVolume(name);
  }

  /** The resource of this name. */
  public static ResourceName of(String name) {
    ResourceName known = BY_NAME.get(name);
    return known != null ? known : intern(name);
  }

  private static ResourceName intern(String name) {
    synchronized (LOCK) {
      ResourceName known = BY_NAME.get(name);
      if (known != null) {
        return known;
      }
      ResourceName[] all = byIndex;
      ResourceName created = new ResourceName(name, all.length);
      ResourceName[] grown = Arrays.copyOf(all, all.length + 1);
      grown[all.length] = created;
      byIndex = grown;
      BY_NAME.put(name, created);
      return created;
    }
  }

  static ResourceName at(int index) {
    return byIndex[index];
  }

  /** The name as Kubernetes writes it. */
  public String name() {
    return name;
  }

  /** The column of this resource in this process. */
  public int index() {
    return index;
  }

  /** Whether amounts are counted in thousandths: CPU only. */
  public boolean isMilli() {
    return index == 0;
  }

  /**
   * Whether a scheduler accounts it although it is none of CPU, memory, ephemeral storage and pods: an extended resource,
   * huge pages, attachable volumes, or a name in {@code kubernetes.io/}.
   *
   * <p>Source: pkg/scheduler/util/utils.go IsScalarResourceName, v1.37.2.
   */
  public boolean isScalar() {
    return scalar;
  }

  /** Whether a scheduler accounts it at all. */
  public boolean isAccounted() {
    return index <= 3 || scalar;
  }

  /** Whether it is an extended resource. Source: pkg/apis/core/v1/helper/helpers.go, v1.37.2. */
  public boolean isExtended() {
    return extended;
  }

  /** Whether dynamic resource allocation may provide it. Source: pkg/scheduler/util/utils.go, v1.37.2. */
  public boolean isDraExtended() {
    return extended || name.startsWith(DEVICE_CLASS);
  }

  /** Whether it is a size of huge pages. */
  public boolean isHugePage() {
    return isHugePage(name);
  }

  /** Whether it is a limit of attachable volumes. */
  public boolean isAttachableVolume() {
    return isAttachableVolume(name);
  }

  /** Whether it has no domain, or is in {@code kubernetes.io/}. */
  public boolean isNative() {
    return isNative(name);
  }

  static boolean isHugePage(String name) {
    return name.startsWith(HUGE_PAGES);
  }

  private static boolean isAttachableVolume(String name) {
    return name.startsWith(ATTACHABLE_VOLUMES);
  }

  private static boolean isNative(String name) {
    return name.indexOf('/') < 0 || name.contains(NATIVE_NAMESPACE);
  }

  /** By name. */
  @Override
  public int compareTo(ResourceName other) {
    return name.compareTo(other.name);
  }

  /** By name, so that it is the same in every process. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return name;
  }
}
