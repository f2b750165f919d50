package io.berth.conformance.histories.dra;

import io.berth.scenario.Component;
import io.berth.scenario.World;
import io.berth.simulator.DeviceDriverOptions.BindingReply;
import io.berth.simulator.DeviceReadiness;
import io.berth.simulator.controllers.OwnerGarbageCollector;
import io.berth.simulator.controllers.ResourceClaimController;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claim controller, which may be late, stop and start; what deletes claims of pods that are gone; and the drivers, who say of each
 * device what its name promises, late or never as it may be.
 */
final class Controllers {
  private static final Duration SOON = Duration.ofMillis(300);
  private static final int LATEST = 26;

  private final World world;
  private @Nullable ResourceClaimController claims;
  private DeviceReadiness drivers;
  private boolean kind;

  Controllers(World world) {
    this.world = world;
    new OwnerGarbageCollector(
            world.portsFor(Component.CONTROLLERS),
            world.time(),
            world.time().executor(),
            Duration.ZERO,
            OwnerGarbageCollector.WORKLOADS_AND_CLAIMS)
        .start();
    start(Duration.ZERO);
    drivers = drivers();
    drivers.start();
  }

  private DeviceReadiness drivers() {
    return new DeviceReadiness(world.portsFor(Component.CONTROLLERS), world.time(), world.time().executor(), this::reply);
  }

  private Optional<BindingReply> reply(DeviceRequestAllocationResult device) {
    // From two seconds to more than the plugin waits.
    Duration late = Duration.ofSeconds(2 + Math.floorMod(device.getDevice().hashCode() * 7L, LATEST));
    return kind
        ? Optional.of(new BindingReply(SOON, true))
        : switch (device.getDevice().charAt(0)) {
          case 'l' -> Optional.of(new BindingReply(late, true));
          case 'f' -> Optional.of(new BindingReply(SOON, false));
          case 'x' -> Optional.empty();
          default -> Optional.of(new BindingReply(SOON, true));
        };
  }

  void start(Duration delay) {
    stop();
    claims = new ResourceClaimController(world.portsFor(Component.CONTROLLERS), world.time(), world.time().executor(), delay);
    claims.start();
  }

  void stop() {
    if (claims != null) {
      claims.stop();
      claims = null;
    }
  }

  boolean isRunning() {
    return claims != null;
  }

  /** The drivers are there, or not; those that come back look at everything anew. */
  void runDrivers(boolean run) {
    drivers.stop();
    drivers = drivers();
    if (run) {
      drivers.start();
    }
  }

  /** From now on every device gets ready; those that have failed stay as they are. */
  void getAllReady(boolean all) {
    kind = all;
    runDrivers(true);
  }
}
