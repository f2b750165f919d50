package io.berth.framework.resource;

/**
 * What a scheduler needs to know of the resources of one pod, computed once by {@link EffectiveRequests}. Immutable.
 *
 * <p>upstream computes these in several places: {@code incoming} in plugins/noderesources/fit.go
 * computePodResourceRequest; {@code onNode} and the two non-zero amounts in framework/types.go PodInfo.CalculateResource;
 * {@code allocation} in plugins/noderesources/resource_allocation.go calculatePodResourceRequest, whose scorer for the fit
 * plugin is made without any of the gates; v1.37.2
 *
 * @param incoming what the pod asks of a node when it is to be placed; the number of pods is not part of it
 * @param onNode what the pod takes of the node that it is on
 * @param allocation what the scoring of allocation adds for the pod: what the spec's containers request, with 100m of CPU and
 *     200Mi of memory for each that requests none, and the overhead, whatever is set for the pod as a whole
 * @param nonZeroMilliCpu {@code onNode}'s CPU, with 100m for each container that requests none; in thousandths
 * @param nonZeroMemory {@code onNode}'s memory, with 200Mi for each container that requests none; in bytes
 */
public record PodResources(
    Resources incoming, Resources onNode, Resources allocation, long nonZeroMilliCpu, long nonZeroMemory) {

  /** CPU that scoring assumes for a container which requests none. Source: pkg/scheduler/util/pod_resources.go, v1.37.2. */
  public static final long DEFAULT_MILLI_CPU_REQUEST = 100;

  /** Memory that scoring assumes for a container which requests none: 200 MiB. */
  public static final long DEFAULT_MEMORY_REQUEST = 200L * 1024 * 1024;

  /** A pod that takes nothing, not even by assumption. */
  public static final PodResources NONE = new PodResources(Resources.EMPTY, Resources.EMPTY, Resources.EMPTY, 0, 0);

  /**
   * What the pod adds when resource use is scored.
   *
   * @param useRequested true where the node's true requests are scored (balanced allocation), false where its non-zero ones
   *     are (least and most allocated, requested to capacity)
   */
  public long scored(ResourceName name, boolean useRequested) {
    return (useRequested ? onNode : allocation).get(name);
  }
}
