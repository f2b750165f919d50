package io.berth.dynamicresources.slices;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pools that a node can use, in the order in which they are tried: by name, those with binding conditions last.
 * Immutable.
 *
 * @param pools the pools, also those of which nothing can be allocated
 * @param error why they could not be determined, as upstream words it; {@code null} if they could
 */
public record NodePools(List<PoolView> pools, @Nullable String error) {

  /** Nothing is there. */
  static final NodePools NONE = new NodePools(List.of(), null);

  /** Nobody changes the list. */
  public NodePools {
    pools = List.copyOf(pools);
  }
}
