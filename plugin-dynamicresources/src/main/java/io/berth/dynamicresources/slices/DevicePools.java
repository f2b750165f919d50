package io.berth.dynamicresources.slices;

import io.berth.dynamicresources.internal.PersistentMap;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All published slices, and who can use what. Immutable and thread-safe: a change gives another index, which shares all pools
 * that did not change and takes time that does not depend on their number. What a node sees is derived when it is first asked
 * for and kept while neither its own pools nor those of several nodes change.
 *
 * <p>Pools with errors (a device or a counter set twice, counters that nobody publishes, numbers that cannot be read) are
 * there, but nothing is allocated of them; {@link #problems} says why.
 *
 * <p>Source: structured/internal/experimental/pools_experimental.go GatherPools, v1.37.2.
 */
public final class DevicePools {

  private final Features features;
  private final PersistentMap<PoolId, PublishedPool> pools;
  private final PersistentMap<String, PoolId> poolOfSlice;
  private final Reach reach;
  private final PersistentMap<PoolId, String> problems;
  private final long sequence;
  private final Object version = new Object();

  private DevicePools(Features features, PersistentMap<PoolId, PublishedPool> pools, PersistentMap<String, PoolId> poolOfSlice,
      Reach reach, Rest rest) {
    this.features = features;
    this.pools = pools;
    this.poolOfSlice = poolOfSlice;
    this.reach = reach;
    this.problems = rest.problems;
    this.sequence = rest.sequence;
  }

  private record Rest(PersistentMap<PoolId, String> problems, long sequence) {}

  /** No slices. */
  public static DevicePools empty(Features features) {
    return new DevicePools(features, PersistentMap.empty(), PersistentMap.empty(), Reach.EMPTY,
        new Rest(PersistentMap.empty(), 0));
  }

  /** These slices, added in their order. */
  public static DevicePools of(Features features, Collection<ResourceSlice> slices) {
    DevicePools all = empty(features);
    for (ResourceSlice slice : slices) {
      all = all.with(slice);
    }
    return all;
  }

  /** A slice is there, or has changed; it is known by its name. The object is borrowed and must not change. */
  public DevicePools with(ResourceSlice bean) {
    PoolId former = poolOfSlice.get(bean.getMetadata().getName());
    PublishedPool formerPool = former == null ? null : pools.get(former);
    Slice before = formerPool == null ? null : formerPool.slice(bean.getMetadata().getName());
    Slice slice = Slice.of(bean, before == null ? sequence : before.sequence(), before);
    DevicePools base = former == null || former.equals(slice.poolId()) ? this : without(slice.name());
    PublishedPool old = base.pools.get(slice.poolId());
    PublishedPool changed = old == null ? PublishedPool.of(slice, features) : old.with(slice);
    return base.replaced(slice.poolId(), old, changed, base.poolOfSlice.with(slice.name(), slice.poolId()));
  }

  /** A slice is gone; nothing changes if it was not there. */
  public DevicePools without(String sliceName) {
    PoolId id = poolOfSlice.get(sliceName);
    PublishedPool old = id == null ? null : pools.get(id);
    if (id == null || old == null) {
      return this;
    }
    return replaced(id, old, old.without(sliceName), poolOfSlice.without(sliceName));
  }

  private DevicePools replaced(
      PoolId id, @Nullable PublishedPool old, @Nullable PublishedPool changed, PersistentMap<String, PoolId> byName) {
    String problem = changed == null ? null : changed.problem();
    Rest rest = new Rest(problem == null ? problems.without(id) : problems.with(id, problem), sequence + 1);
    PersistentMap<PoolId, PublishedPool> all = changed == null ? pools.without(id) : pools.with(id, changed);
    return new DevicePools(features, all, byName, reach.replaced(old, changed), rest);
  }

  /** Stands for this index and no other, for those who remember what they found in it and need not keep all of it for that. */
  public Object version() {
    return version;
  }

  /** Which parts of allocation the pools are for. */
  public Features features() {
    return features;
  }

  /** The pools that a node can use. */
  public NodePools poolsFor(String nodeName, Map<String, String> nodeLabels) {
    return reach.poolsFor(nodeName, nodeLabels, pools);
  }

  /** The nodes whose own pool it is; {@code null} if other nodes may use it, too; none if nobody publishes it. */
  public @Nullable Set<String> nodesOf(PoolId pool) {
    PublishedPool published = pools.get(pool);
    return published == null ? Set.of() : published.reach().isShared() ? null : published.reach().own();
  }

  /** The number of slices. */
  public int sliceCount() {
    return poolOfSlice.size();
  }

  /** The complete pools of which nothing is allocated, and why. */
  public Map<PoolId, String> problems() {
    Map<PoolId, String> all = new TreeMap<>();
    problems.forEach(all::put);
    return all;
  }

  /** Why nothing is allocated of a complete pool; {@code null} if something can be. */
  public @Nullable String problem(PoolId pool) {
    return problems.get(pool);
  }

  /** Whether there is a slice of the pool, of whatever generation. */
  public boolean publishes(PoolId pool) {
    return pools.get(pool) != null;
  }

  /** The published device, of the newest generation; {@code null} if nobody publishes it. */
  public @Nullable Device device(DeviceId id) {
    PublishedPool pool = pools.get(id.poolId());
    return pool == null ? null : pool.device(id.device());
  }
}
