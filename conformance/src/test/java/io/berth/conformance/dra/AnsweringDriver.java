package io.berth.conformance.dra;

import io.berth.scenario.Scenario;
import io.berth.simulator.DeviceDriver;
import io.berth.simulator.DeviceDriverOptions;
import io.berth.simulator.DevicePool;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.time.Duration;
import java.util.Optional;

/** A driver that says the same of each of its devices that has binding conditions. */
final class AnsweringDriver {
  private AnsweringDriver() {}

  /**
   * The driver of these devices of node {@code n} starts, and a second later they are there.
   *
   * @param after how long after a device has been allocated the driver says whether it is ready
   */
  static Scenario startsIn(Scenario story, Duration after, boolean ready, Device... devices) {
    DeviceDriverOptions options =
        DeviceDriverOptions.of(DeviceObjects.DRIVER)
            .withPools(on -> Optional.of(DevicePool.onNode("n", DevicePool.Slice.of(devices))))
            .withBindings(
                result ->
                    result.getBindingConditions().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new DeviceDriverOptions.BindingReply(after, ready)));
    return story
        .when("the driver starts", stage -> DeviceDriver.on(stage.world().time(), stage.cluster(), options).start())
        .after(Duration.ofSeconds(1));
  }
}
