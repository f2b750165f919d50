package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What happens to devices. */
final class PoolActions {
  private PoolActions() {}

  /**
   * The pool is like that from now on: what there was under its name goes or changes, slice by slice.
   *
   * @param slices so many are written at once; the others when the driver goes on
   */
  record SetPool(PoolSpec pool, int slices) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      boolean finished = slices >= pool.build().size();
      if (finished) {
        history.theme(DraRun.class).unfinished().remove(pool.name());
      } else {
        history.theme(DraRun.class).unfinished().put(pool.name(), pool);
      }
      write(history.cluster(), pool, slices);
    }

    @Override
    public List<Action> simpler() {
      List<Action> plainer = new ArrayList<>();
      for (int i = 0; i < pool.devices().size(); i++) {
        List<DeviceSpec> fewer = new ArrayList<>(pool.devices());
        DeviceSpec device = fewer.remove(i);
        plainer.add(new SetPool(pool.with(fewer), slices));
        if (!device.extras().equals(DeviceSpec.Extras.NONE)) {
          fewer.add(i, device.with(DeviceSpec.Extras.NONE));
          plainer.add(new SetPool(pool.with(fewer), slices));
        }
      }
      return plainer;
    }
  }

  /** The driver writes the rest of the pool, if anything is missing. */
  record FinishPool(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      PoolSpec pool = history.theme(DraRun.class).unfinished().remove(name);
      if (pool != null) {
        write(history.cluster(), pool, Integer.MAX_VALUE);
      }
    }
  }

  static void write(InMemoryCluster cluster, PoolSpec pool, int most) {
    Set<String> names = new HashSet<>();
    for (ResourceSlice slice : pool.build()) {
      String name = slice.getMetadata().getName();
      names.add(name);
      if (names.size() <= most) {
        if (cluster.get(slice) == null) {
          cluster.create(slice);
        } else {
          cluster.update(slice);
        }
      }
    }
    if (names.size() <= most) {
      removeSlices(cluster, pool.name(), names);
    }
  }

  /** The driver takes its pool back. */
  record RemovePool(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.theme(DraRun.class).unfinished().remove(name);
      removeSlices(history.cluster(), name, Set.of());
    }
  }

  private static void removeSlices(InMemoryCluster cluster, String pool, Set<String> but) {
    for (ResourceSlice slice : cluster.list(ResourceKind.RESOURCE_SLICES)) {
      if (pool.equals(slice.getSpec().getPool().getName()) && !but.contains(slice.getMetadata().getName())) {
        cluster.remove(slice);
      }
    }
  }

  /**
   * A rule taints devices.
   *
   * @param pool empty for all of the driver
   * @param device empty for all
   */
  record SetRule(String name, String driver, String pool, String device, String key, String effect) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.put(
          new DeviceTaintRuleBuilder()
              .withNewMetadata()
              .withName(name)
              .endMetadata()
              .withNewSpec()
              .withNewDeviceSelector()
              .withDriver(orNull(driver))
              .withPool(orNull(pool))
              .withDevice(orNull(device))
              .endDeviceSelector()
              .withNewTaint()
              .withKey(key)
              .withValue("v")
              .withEffect(effect)
              .endTaint()
              .endSpec()
              .build());
    }

    private static @Nullable String orNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }

  /** The rule is gone. */
  record RemoveRule(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.find(ResourceKind.DEVICE_TAINT_RULES, "", name).ifPresent(history.cluster()::remove);
    }
  }

  /** The drivers say nothing of devices that get ready, or begin to do so again. */
  record RunDrivers(boolean run) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.theme(DraRun.class).controllers().runDrivers(run);
    }
  }
}
