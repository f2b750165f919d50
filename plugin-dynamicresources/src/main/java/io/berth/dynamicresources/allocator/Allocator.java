package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.dynamicresources.slices.Features;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Finds devices for claims on a node: one after the other in upstream's order, each with all that it excludes, until all claims
 * have theirs. The first complete solution is taken. Made once per scheduler; thread-safe.
 *
 * <p>One compiler of expressions serves all allocators that share pools: what selectors say of a device is remembered by the
 * compiler's numbers.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/structured/internal/experimental/allocator_experimental.go,
 * v1.37.2.
 */
public final class Allocator {

  private final Features features;
  private final ParsedClasses classes;
  private final CelCompiler cel;
  private final Solution.Context context;
  /** A search that is not under way: its arrays serve again. */
  private final AtomicReference<Search> idle = new AtomicReference<>();

  private final AtomicReference<Repetition> idleRepetition = new AtomicReference<>();

  /**
   * An allocator.
   *
   * @param features what is on
   * @param classes where device classes are looked up, on every node
   * @param cel compiles the selectors of classes
   * @param shareIds new numbers for shares of devices, drawn when results are made
   */
  public Allocator(Features features, DeviceClassLister classes, CelCompiler cel, Supplier<String> shareIds) {
    this.features = features;
    this.classes = new ParsedClasses(classes, cel);
    this.cel = cel;
    this.context = new Solution.Context(features.deviceBindingAndStatus(), shareIds);
  }

  /** Parses a claim for this allocator; once per scheduling cycle, not once per node. */
  public ClaimToAllocate parse(ResourceClaim claim) {
    return ClaimToAllocate.of(claim, features, cel);
  }

  /**
   * Looks for devices for all claims on a node. May be called for several nodes at once.
   *
   * @param pools the published devices, made with the same features
   * @param state what is allocated
   * @param node the node: its name, its labels and the features that it declares
   * @param claims the claims, none of which has an allocation
   * @param cancellation asked at every step of the search
   */
  public AllocationOutcome allocate(DevicePools pools, AllocatedState state, NodeInfo node, List<ClaimToAllocate> claims,
      Cancellation cancellation) {
    Search search = takeIdle();
    AllocationOutcome outcome = search.run(pools.poolsFor(node.name(), node.labels()), state, node, claims, cancellation);
    idle.set(search);
    return outcome;
  }

  /**
   * Whether the node has as many devices for each request as it asks for, whoever they are allocated to; true, too, where that cannot be told.
   * Where it has not, it is of no use to the claims that others give devices back. May be called for several nodes at once.
   */
  public boolean hasEnough(DevicePools pools, NodeInfo node, List<ClaimToAllocate> claims) {
    Search search = takeIdle();
    boolean enough = search.hasEnough(pools.poolsFor(node.name(), node.labels()), node, claims);
    idle.set(search);
    return enough;
  }

  private Search takeIdle() {
    Search search = idle.getAndSet(null);
    return search == null ? new Search(features, classes, context) : search;
  }

  /**
   * Sees whether the devices of an earlier result can be had in another state. Gives that result or one of the same devices, else that it
   * is not possible; it never fails. May be called for several nodes at once.
   *
   * @param earlier a result of this allocator
   */
  public AllocationOutcome again(DevicePools pools, AllocatedState state, NodeInfo node, Allocated earlier) {
    Repetition repetition = idleRepetition.getAndSet(null);
    if (repetition == null) {
      repetition = new Repetition(features, classes, context);
    }
    AllocationOutcome outcome = repetition.run(pools.poolsFor(node.name(), node.labels()), state, node, earlier);
    idleRepetition.set(repetition);
    return outcome;
  }
}
