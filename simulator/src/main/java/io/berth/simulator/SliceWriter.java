package io.berth.simulator;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the slices of a pool to where they should be: one request after the other, those that are not needed any more go first. Lives
 * on the driver's executor.
 *
 * <p>Source: dynamic-resource-allocation/resourceslice/resourceslicecontroller.go (syncPool), v0.37.2.
 */
final class SliceWriter {
  private final Session session;
  private final String driver;
  private final Consumer<ResourceSlice> written;
  private final Set<String> deleted = new HashSet<>();

  /**
   * A writer.
   *
   * @param written hears of each slice as it is after a request
   */
  SliceWriter(Session session, String driver, Consumer<ResourceSlice> written) {
    this.session = session;
    this.driver = driver;
    this.written = written;
  }

  /**
   * Writes what differs.
   *
   * @param pool what is to be there, {@code null} for nothing
   * @param owner the pool's node, if it has one
   * @param known the slices that are there, by name
   */
  Next write(@Nullable DevicePool pool, @Nullable Node owner, List<ResourceSlice> known) {
    List<ResourceSlice> there = known.stream().filter(slice -> !deleted.contains(slice.getMetadata().getUid())).toList();
    deleted.retainAll(known.stream().map(slice -> slice.getMetadata().getUid()).toList());
    List<Supplier<CompletionStage<WriteOutcome<ResourceSlice>>>> requests = new ArrayList<>();
    if (pool == null) {
      there.forEach(slice -> requests.add(() -> delete(slice)));
    } else {
      plan(pool, owner, there, requests);
    }
    return requests.isEmpty() ? Next.DONE : new Next.Answered(inOrder(requests, 0));
  }

  private void plan(
      DevicePool pool,
      @Nullable Node owner,
      List<ResourceSlice> there,
      List<Supplier<CompletionStage<WriteOutcome<ResourceSlice>>>> requests) {
    long generation = there.stream().mapToLong(slice -> slice.getSpec().getPool().getGeneration()).max().orElse(0);
    int width = Integer.toHexString(Math.max(0, pool.slices().size() - 1)).length();
    ResourceSlice[] matched = new ResourceSlice[pool.slices().size()];
    for (ResourceSlice slice : there) {
      int index = index(slice, width);
      boolean current = slice.getSpec().getPool().getGeneration() == generation;
      boolean owned = owner == null || isOf(owner, slice);
      if (current && owned && index >= 0 && index < matched.length && matched[index] == null) {
        matched[index] = slice;
      } else {
        requests.add(() -> delete(slice));
      }
    }
    int missing = 0;
    int changed = 0;
    for (int i = 0; i < matched.length; i++) {
      if (matched[i] == null) {
        missing++;
      } else if (!matched[i].getSpec().equals(spec(pool, i, matched[i].getSpec().getPool().getGeneration()))) {
        changed++;
      }
    }
    boolean asked = pool.generation() > generation;
    boolean bumped = asked || missing > 0 || changed > 1;
    long next = asked ? pool.generation() : bumped ? generation + 1 : generation;
    for (int i = 0; i < matched.length; i++) {
      ResourceSlice slice = matched[i];
      ResourceSliceSpec spec = spec(pool, i, next);
      if (slice != null && !slice.getSpec().equals(spec)) {
        requests.add(() -> update(slice, spec));
      }
    }
    for (int i = 0; i < matched.length; i++) {
      if (matched[i] == null) {
        String prefix = prefix(i, width, owner);
        ResourceSliceSpec spec = spec(pool, i, next);
        requests.add(() -> create(prefix, owner, spec));
      }
    }
  }

  private static boolean isOf(Node owner, ResourceSlice slice) {
    return slice.getMetadata().getOwnerReferences().stream().anyMatch(o -> owner.getMetadata().getUid().equals(o.getUid()));
  }

  private ResourceSliceSpec spec(DevicePool pool, int index, long generation) {
    DevicePool.Slice slice = pool.slices().get(index);
    ResourceSliceSpec spec = new ResourceSliceSpec();
    spec.setDriver(driver);
    ResourcePool told = new ResourcePool();
    told.setName(pool.name());
    told.setGeneration(generation);
    told.setResourceSliceCount((long) pool.slices().size());
    spec.setPool(told);
    spec.setNodeName(pool.node());
    spec.setNodeSelector(pool.selector());
    if (slice.perDeviceNodes()) {
      spec.setPerDeviceNodeSelection(true);
    } else if (pool.node() == null && pool.selector() == null) {
      spec.setAllNodes(true);
    }
    spec.setDevices(slice.devices());
    spec.setSharedCounters(slice.counters());
    return spec;
  }

  private String prefix(int index, int width, @Nullable Node owner) {
    String hex = Integer.toHexString(index);
    String name = "0".repeat(width - hex.length()) + hex + "-" + driver + "-";
    return owner == null ? name : name + owner.getMetadata().getName() + "-";
  }

  private static int index(ResourceSlice slice, int width) {
    String name = slice.getMetadata().getName();
    if (name.length() <= width || name.charAt(width) != '-') {
      return -1;
    }
    int index = 0;
    for (int i = 0; i < width; i++) {
      int digit = Character.digit(name.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      index = index * 16 + digit;
    }
    return index;
  }

  private CompletionStage<WriteOutcome<ResourceSlice>> delete(ResourceSlice slice) {
    String uid = slice.getMetadata().getUid();
    return session
        .cluster()
        .delete(ObjectRef.of(ResourceKind.RESOURCE_SLICES, slice))
        .thenApplyAsync(
            outcome -> {
              boolean gone = outcome.isDone() || outcome instanceof WriteOutcome.NotFound;
              if (gone) {
                deleted.add(uid);
              }
              return gone ? new WriteOutcome.Done<>(slice) : outcome;
            },
            session.executor());
  }

  private CompletionStage<WriteOutcome<ResourceSlice>> update(ResourceSlice slice, ResourceSliceSpec spec) {
    ResourceSlice next = Beans.shallow(slice);
    next.setSpec(spec);
    return told(session.cluster().update(ResourceKind.RESOURCE_SLICES, next));
  }

  private CompletionStage<WriteOutcome<ResourceSlice>> create(String prefix, @Nullable Node owner, ResourceSliceSpec spec) {
    ObjectMeta meta = new ObjectMeta();
    meta.setGenerateName(prefix);
    if (owner != null) {
      OwnerReference reference = new OwnerReference();
      reference.setApiVersion("v1");
      reference.setKind("Node");
      reference.setName(ObjectKey.of(owner).name());
      reference.setUid(owner.getMetadata().getUid());
      reference.setController(true);
      meta.setOwnerReferences(List.of(reference));
    }
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(meta);
    slice.setSpec(spec);
    return told(session.cluster().create(ResourceKind.RESOURCE_SLICES, slice));
  }

  private CompletionStage<WriteOutcome<ResourceSlice>> told(CompletionStage<WriteOutcome<ResourceSlice>> answer) {
    return answer.thenApplyAsync(
        outcome -> {
          if (outcome instanceof WriteOutcome.Done<ResourceSlice> done) {
            written.accept(done.object());
          }
          return outcome;
        },
        session.executor());
  }

  /** Sends one request after the other, and no more after one that was not done. */
  private CompletionStage<WriteOutcome<ResourceSlice>> inOrder(
      List<Supplier<CompletionStage<WriteOutcome<ResourceSlice>>>> requests, int from) {
    CompletionStage<WriteOutcome<ResourceSlice>> answer = Objects.requireNonNull(requests.get(from)).get();
    return from + 1 == requests.size()
        ? answer
        : answer.thenComposeAsync(
            outcome -> outcome.isDone() ? inOrder(requests, from + 1) : CompletableFuture.completedStage(outcome), session.executor());
  }
}
