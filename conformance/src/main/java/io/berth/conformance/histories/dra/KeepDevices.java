package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;

/**
 * Devices become scarce: each slice keeps its first ones.
 *
 * @param most so many of a slice
 */
public record KeepDevices(int most) implements Action.OfTheme {
  @Override
  public void happen(RunningHistory history) {
    InMemoryCluster cluster = history.world().cluster();
    for (ResourceSlice slice : cluster.list(ResourceKind.RESOURCE_SLICES)) {
      if (slice.getSpec().getDevices().size() > most) {
        cluster.update(
            new ResourceSliceBuilder(slice)
                .editSpec().withDevices(slice.getSpec().getDevices().subList(0, most)).endSpec()
                .build());
      }
    }
  }
}
