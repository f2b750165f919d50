package io.berth.framework.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResourceNameTest {

  @Test
  void isOneObjectPerNameWithFixedColumnsForTheFirstFour() {
    assertThat(ResourceName.of("cpu")).isSameAs(ResourceName.CPU);
    assertThat(ResourceName.CPU.index()).isZero();
    assertThat(ResourceName.MEMORY.index()).isEqualTo(1);
    assertThat(ResourceName.EPHEMERAL_STORAGE.index()).isEqualTo(2);
    assertThat(ResourceName.PODS.index()).isEqualTo(3);
    assertThat(ResourceName.of("example.com/gpu")).isSameAs(ResourceName.of("example.com/gpu"));
    assertThat(ResourceName.of("example.com/gpu").index()).isGreaterThanOrEqualTo(4);
    assertThat(ResourceName.at(ResourceName.of("example.com/gpu").index()).name()).isEqualTo("example.com/gpu");
  }

  @Test
  void sortsNamesAsUpstreamDoes() {
    assertThat(ResourceName.of("example.com/gpu")).matches(ResourceName::isExtended).matches(ResourceName::isScalar);
    assertThat(ResourceName.of("hugepages-2Mi"))
        .matches(ResourceName::isHugePage).matches(ResourceName::isScalar).matches(ResourceName::isNative);
    assertThat(ResourceName.of("attachable-volumes-csi"))
        .matches(ResourceName::isAttachableVolume).matches(ResourceName::isScalar);
    assertThat(ResourceName.of("kubernetes.io/thing"))
        .matches(ResourceName::isScalar).matches(ResourceName::isNative).matches(name -> !name.isExtended());
    assertThat(ResourceName.of("requests.example.com/gpu")).matches(name -> !name.isExtended() && !name.isScalar());
    assertThat(ResourceName.of("storage")).matches(name -> !name.isScalar() && !name.isAccounted());
    assertThat(ResourceName.of("bad name/x")).matches(name -> !name.isExtended());
    assertThat(ResourceName.of("deviceclass.resource.kubernetes.io/gpu"))
        .matches(ResourceName::isDraExtended).matches(name -> !name.isExtended());
    assertThat(ResourceName.PODS).matches(ResourceName::isAccounted).matches(name -> !name.isScalar());
    assertThat(ResourceName.CPU).matches(ResourceName::isMilli);
    assertThat(ResourceName.MEMORY).matches(name -> !name.isMilli());
  }

  @Test
  void givesEachNameOneColumnWhenManyThreadsMeetIt() {
    var found = IntStream.range(0, 64)
        .mapToObj(i -> CompletableFuture.supplyAsync(() -> ResourceName.of("race.example.com/r" + i % 8)))
        .toList().stream().map(CompletableFuture::join).toList();

    assertThat(found.stream().distinct()).hasSize(8);
    assertThat(found.stream().mapToInt(ResourceName::index).distinct().toArray()).hasSize(8);
    assertThat(found).allSatisfy(name -> assertThat(ResourceName.at(name.index())).isSameAs(name));
  }
}
