package io.berth.plugins.volumes;

import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.plugins.Cycle;
import io.berth.testkit.PodFixture;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UnsupportedVolumesTest {
  private final UnsupportedVolumes plugin = new UnsupportedVolumes();

  private static Named<Volume> volume(String kind, UnaryOperator<VolumeBuilder> source) {
    return Named.of(kind, source.apply(new VolumeBuilder().withName("v")).build());
  }

  static Stream<Named<Volume>> volumesThatHaveToBeScheduled() {
    return Stream.of(
        volume("persistentVolumeClaim", v -> v.withNewPersistentVolumeClaim("data", null)),
        volume("ephemeral", v -> v.withNewEphemeral().endEphemeral()),
        volume("csi", v -> v.withNewCsi().withDriver("d").endCsi()),
        volume("iscsi", v -> v.withNewIscsi().endIscsi()),
        volume("rbd", v -> v.withNewRbd().endRbd()),
        volume("gcePersistentDisk", v -> v.withNewGcePersistentDisk().endGcePersistentDisk()),
        volume("awsElasticBlockStore", v -> v.withNewAwsElasticBlockStore().endAwsElasticBlockStore()),
        volume("azureDisk", v -> v.withNewAzureDisk().endAzureDisk()),
        volume("azureFile", v -> v.withNewAzureFile().endAzureFile()),
        volume("cinder", v -> v.withNewCinder().endCinder()),
        volume("vsphereVolume", v -> v.withNewVsphereVolume().endVsphereVolume()),
        volume("portworxVolume", v -> v.withNewPortworxVolume().endPortworxVolume()));
  }

  static Stream<Named<Volume>> volumesThatAnyNodeProvides() {
    return Stream.of(
        volume("configMap", v -> v.withNewConfigMap().endConfigMap()),
        volume("secret", v -> v.withNewSecret().endSecret()),
        volume("emptyDir", v -> v.withNewEmptyDir().endEmptyDir()),
        volume("projected", v -> v.withNewProjected().endProjected()),
        volume("hostPath", v -> v.withNewHostPath("/tmp", null)),
        volume("downwardAPI", v -> v.withNewDownwardAPI().endDownwardAPI()),
        volume("nfs", v -> v.withNewNfs("/", null, "server")),
        volume("image", v -> v.withNewImage().endImage()));
  }

  private Status rejection(PodFixture pod) {
    return ((PreFilterDecision.Reject) Cycle.of(plugin, pod.info()).preFilter()).status();
  }

  @ParameterizedTest
  @MethodSource("volumesThatHaveToBeScheduled")
  void aVolumeThatHasToBeScheduledKeepsThePodPending(Volume volume) {
    Status status = rejection(pod("p").volumes(volume));
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.message()).startsWith("pod has volume \"v\" (");
  }

  @ParameterizedTest
  @MethodSource("volumesThatAnyNodeProvides")
  void aVolumeThatAnyNodeProvidesDoesNotMatter(Volume volume) {
    assertThat(Cycle.of(plugin, pod("p").volumes(volume).info()).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(UnsupportedVolumes.in(pod("p").volumes(volume).obj())).isEmpty();
  }

  @Test
  void aPodWithoutVolumesIsLeftAlone() {
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void theReasonNamesEveryVolumeAndWhatToDo() {
    assertThat(rejection(pod("p").pvc("data").pvc("logs")).reasons())
        .containsExactly(
            "pod has volumes \"data\" (persistentVolumeClaim), \"logs\" (persistentVolumeClaim); Berth does not schedule"
                + " such volumes yet: take the plugin UnsupportedVolumes out of the profile to ignore volumes");
  }

  @Test
  void noEventHelpsSinceVolumesNeverChange() {
    assertThat(plugin.eventsToRegister()).isEqualTo(List.of());
  }
}
