package io.berth.conformance.histories.dra;

import io.berth.scenario.Component;
import io.berth.scenario.World;
import io.berth.simulator.controllers.OwnerGarbageCollector;
import io.berth.simulator.controllers.ResourceClaimController;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The claim controller, which may be late, stop and start; and what deletes claims of pods that are gone. */
final class Controllers {
  private final World world;
  private @Nullable ResourceClaimController claims;

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
}
