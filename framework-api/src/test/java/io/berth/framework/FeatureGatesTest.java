package io.berth.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FeatureGatesTest {
  @Test
  void featuresHaveUpstreamsDefaultsUntilTheyAreChanged() {
    FeatureGates gates = FeatureGates.defaults();

    assertThat(gates.enabled(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q)).isTrue();
    assertThat(gates.enabled(FeatureGates.TAINT_TOLERATION_COMPARISON_OPERATORS)).isFalse();
    assertThat(gates.with(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q, false).enabled(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q))
        .isFalse();
  }

  @Test
  void theseAreLockedAndWhatIsLockedIsOn() {
    List<Feature> locked = FeatureGates.known().stream().filter(Feature::locked).toList();

    assertThat(locked)
        .extracting(Feature::name)
        .containsExactlyInAnyOrder(
            "NodeInclusionPolicyInPodTopologySpread",
            "InPlacePodVerticalScaling",
            "NodeDeclaredFeatures",
            "DRAAdminAccess",
            "DRAExtendedResource",
            "DRAPrioritizedList",
            "DRAResourceClaimDeviceStatus",
            "DynamicResourceAllocation");
    assertThat(locked).allMatch(Feature::enabledByDefault).allMatch(feature -> feature.maturity() == Feature.Maturity.GA);
  }

  @Test
  void whatIsAlphaIsOffByDefault() {
    assertThat(FeatureGates.known())
        .filteredOn(feature -> feature.maturity() == Feature.Maturity.ALPHA)
        .hasSize(7)
        .noneMatch(Feature::enabledByDefault);
  }

  @Test
  void whatIsLockedCanBeNamedAndNotChanged() {
    assertThat(FeatureGates.parse("DRAAdminAccess=true").enabled(FeatureGates.DRA_ADMIN_ACCESS)).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("NodeDeclaredFeatures=false,DRAPreemption=true,DRAAdminAccess=false"))
        .withMessage(
            "cannot set feature gate NodeDeclaredFeatures to false, feature is locked to true;"
                + " cannot set feature gate DRAAdminAccess to false, feature is locked to true");
    assertThatIllegalArgumentException().isThrownBy(() -> FeatureGates.of(Map.of("DynamicResourceAllocation", false)));
  }

  @Test
  void aProgramMaySwitchOffWhatIsLocked() {
    assertThat(FeatureGates.defaults().with(FeatureGates.DRA_ADMIN_ACCESS, false).enabled(FeatureGates.DRA_ADMIN_ACCESS)).isFalse();
  }

  @Test
  void aModuleMayBringItsOwn() {
    Feature own = new Feature("Own", true);

    assertThat(FeatureGates.defaults().enabled(own)).isTrue();
    assertThat(FeatureGates.defaults().with(own, false).enabled(own)).isFalse();
    assertThat(own.locked()).isFalse();
  }

  @Test
  void unknownOnesAreAllNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.of(Map.of("Nope", true, "AlsoNot", false)))
        .withMessageStartingWith("unknown feature gates: AlsoNot, Nope; known: AllAlpha, AllBeta, DRAAdminAccess, ")
        .withMessageContaining("SchedulerPopFromBackoffQ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("dradevicetaints=true"))
        .withMessageStartingWith("unknown feature gates: dradevicetaints;");
  }

  @Test
  void blanksAndEmptyPartsDoNotMatterAndTheLastOneOfANameCounts() {
    FeatureGates gates = FeatureGates.parse(" ,, DRAPreemption = t,DRAPreemption=F , DRADeviceTaintRules=0,DRAConsumableCapacity=True,");

    assertThat(gates.enabled(FeatureGates.DRA_PREEMPTION)).isFalse();
    assertThat(gates.enabled(FeatureGates.DRA_DEVICE_TAINT_RULES)).isFalse();
    assertThat(gates.enabled(FeatureGates.DRA_CONSUMABLE_CAPACITY)).isTrue();
    assertThat(FeatureGates.parse("").enabled(FeatureGates.DRA_DEVICE_TAINT_RULES)).isTrue();
  }

  @Test
  void whatIsNoGateAndItsValueIsToldAllAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("=true,DRAPreemption,DRADeviceTaints=tRUE,DRADeviceTaintRules=,AllAlpha==true"))
        .withMessage(
            "=true has no name before the equals sign; missing bool value for DRAPreemption; write DRAPreemption=true or DRAPreemption=false;"
                + " invalid value of DRADeviceTaints=tRUE: it must be true or false;"
                + " invalid value of DRADeviceTaintRules=: it must be true or false; invalid value of AllAlpha==true: it must be true or false");
  }

  @Test
  void theComponentMayBeNamedAlwaysOrNever() {
    assertThat(FeatureGates.parse("kube:DRAPreemption=true,kube: DRADeviceTaintRules=false").enabled(FeatureGates.DRA_PREEMPTION)).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("kube:DRAPreemption=true,DRADeviceTaintRules=false"))
        .withMessage("some gates have the prefix kube: and some have not; write it with all of them or with none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("other:DRAPreemption=true"))
        .withMessage("component not registered: other; write kube: or leave it out");
  }

  @Test
  void allOfAKindAreSetButThoseThatAreNamed() {
    FeatureGates alpha = FeatureGates.parse("DRAPreemption=false,AllAlpha=true");
    assertThat(alpha.enabled(FeatureGates.DRA_LIST_TYPE_ATTRIBUTES)).isTrue();
    assertThat(alpha.enabled(FeatureGates.DRA_PREEMPTION)).isFalse();
    assertThat(alpha.enabled(FeatureGates.DRA_FRACTIONAL_CAPACITY_RANGE)).isFalse();

    FeatureGates beta = FeatureGates.parse("AllBeta=false,SchedulerPopFromBackoffQ=true");
    assertThat(beta.enabled(FeatureGates.DRA_CONSUMABLE_CAPACITY)).isFalse();
    assertThat(beta.enabled(FeatureGates.SCHEDULER_POP_FROM_BACKOFF_Q)).isTrue();
    assertThat(beta.enabled(FeatureGates.DRA_DEVICE_TAINTS)).isTrue();
    assertThat(FeatureGates.parse("AllBeta=true").enabled(FeatureGates.DRA_FRACTIONAL_CAPACITY_RANGE)).isTrue();
  }

  @Test
  void aFeatureIsNotOnWithoutWhatItNeeds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("DRADeviceTaints=false"))
        .withMessage("DRADeviceTaintRules is enabled, but depends on features that are disabled: DRADeviceTaints");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("PodLevelResources=false"))
        .withMessage("InPlacePodLevelResourcesVerticalScaling is enabled, but depends on features that are disabled: PodLevelResources");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeatureGates.parse("AllBeta=false,AllAlpha=true"))
        .withMessage("DRADeviceCompatibilityGroups is enabled, but depends on features that are disabled: DRAPartitionableDevices");
    assertThat(FeatureGates.parse("DRADeviceTaints=false,DRADeviceTaintRules=false").enabled(FeatureGates.DRA_DEVICE_TAINTS)).isFalse();
  }
}
