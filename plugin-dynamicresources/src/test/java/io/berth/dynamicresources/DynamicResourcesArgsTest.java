package io.berth.dynamicresources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.FeatureGates;
import io.berth.framework.config.InvalidArgsException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicResourcesArgsTest {
  private static final FeatureGates GATES = FeatureGates.defaults();

  @Test
  void withoutArgumentsUpstreamsDefaultsHold() {
    DynamicResourcesArgs args = DynamicResourcesArgs.from(Map.of());

    assertThat(args).isEqualTo(DynamicResourcesArgs.DEFAULT);
    assertThat(args.effectiveFilterTimeout(GATES)).isEqualTo(Duration.ofSeconds(10));
    assertThat(args.effectiveBindingTimeout()).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void bothTimesAreRead() {
    DynamicResourcesArgs args =
        DynamicResourcesArgs.from(
            Map.of(
                "apiVersion", "kubescheduler.config.k8s.io/v1",
                "kind", "DynamicResourcesArgs",
                "filterTimeout", "1.5s",
                "bindingTimeout", "1m30s"));

    assertThat(args.checked(GATES)).isEqualTo(new DynamicResourcesArgs(Duration.ofMillis(1500), Duration.ofSeconds(90)));
  }

  @Test
  void aFilterTimeoutOfZeroMeansNone() {
    assertThat(DynamicResourcesArgs.from(Map.of("filterTimeout", "0s")).checked(GATES).effectiveFilterTimeout(GATES)).isZero();
  }

  @Test
  void everythingThatIsWrongIsTold() {
    assertThatThrownBy(
            () -> DynamicResourcesArgs.from(Map.of("filterTimeout", "soon", "bindingTimeout", 5, "bindTimeout", "1s")))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("filterTimeout: \"soon\" is no duration")
        .hasMessageContaining("bindingTimeout: 5 should be text")
        .hasMessageContaining("bindTimeout: unknown field");
    assertThatThrownBy(
            () -> new DynamicResourcesArgs(Duration.ofSeconds(-1), Duration.ofMillis(999)).checked(GATES))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("filterTimeout: PT-1S must be zero or positive")
        .hasMessageContaining("bindingTimeout: PT0.999S must be at least 1 second");
  }

  @Test
  void aTimeWhoseGateIsOffIsRefused() {
    FeatureGates off =
        GATES.with(FeatureGates.DRA_SCHEDULER_FILTER_TIMEOUT, false)
            .with(FeatureGates.DRA_RESOURCE_CLAIM_DEVICE_STATUS, false);

    assertThatThrownBy(() -> new PluginBench(off, new DynamicResourcesArgs(Duration.ZERO, Duration.ofSeconds(5))))
        .isInstanceOf(InvalidArgsException.class)
        .hasMessageContaining("filterTimeout: must be absent")
        .hasMessageContaining("bindingTimeout: must be absent");
    assertThat(DynamicResourcesArgs.DEFAULT.checked(off).effectiveFilterTimeout(off)).isZero();
  }

  @Test
  void durationsAreReadAsGoWritesThem() {
    assertThat(GoDurations.parse("1h2m3.5s")).isEqualTo(Duration.ofMillis(3_723_500));
    assertThat(GoDurations.parse("-300ms")).isEqualTo(Duration.ofMillis(-300));
    assertThat(GoDurations.parse("+1us")).isEqualTo(Duration.ofNanos(1000));
    assertThat(GoDurations.parse("0")).isEqualTo(Duration.ZERO);
    assertThat(GoDurations.parse(".5s")).isEqualTo(Duration.ofMillis(500));
    for (String wrong : new String[] {"", "5", "s", "1d", "1s ", " 1s", "1s2", "--1s", "3000000h"}) {
      assertThat(GoDurations.parse(wrong)).as(wrong).isNull();
    }
  }
}
