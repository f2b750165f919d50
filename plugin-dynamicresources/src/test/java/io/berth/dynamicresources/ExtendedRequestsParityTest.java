package io.berth.dynamicresources;

import static io.berth.testkit.Fixtures.container;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.PodFixture;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Source: plugins/dynamicresources/extendeddynamicresources_test.go, v1.37.2. */
class ExtendedRequestsParityTest {
  private static final String GPU = "example.com/gpu";
  private static final String FPGA = "example.com/gpu1";
  private static final String INIT = "example.com/gpuinit";
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/classInit";
  private static final Map<String, String> CLASSES =
      Map.of(GPU, "class", FPGA, "class1", INIT, "classInit", IMPLICIT, "classInit");

  private static ExtendedRequests of(PodFixture pod, String... resources) {
    TreeMap<String, String> classes = new TreeMap<>();
    for (String resource : resources) {
      classes.put(resource, CLASSES.get(resource));
    }
    return ExtendedRequests.of(pod.obj(), classes);
  }

  private static List<String> requests(PodFixture pod, String... resources) {
    return of(pod, resources).requests().stream()
        .map(
            request -> {
              assertThat(request.getExactly().getAllocationMode()).isEqualTo("ExactCount");
              return request.getName() + ": " + request.getExactly().getCount() + " of " + request.getExactly().getDeviceClassName();
            })
        .toList();
  }

  private static List<String> mappings(PodFixture pod, String... resources) {
    return of(pod, resources).mappings().stream()
        .map(mapping -> mapping.getContainerName() + " has " + mapping.getResourceName() + " by " + mapping.getRequestName())
        .toList();
  }

  private static PodFixture initThenGpu() {
    return pod("p").res(GPU, "1").initReq(INIT, "2");
  }

  private static PodFixture twoInits() {
    return pod("p").res(GPU, "1").initReq(INIT, "1").initReq(INIT, "2");
  }

  private static PodFixture withSidecar() {
    return pod("p").res(GPU, "1").initReq(INIT, "1").sidecarReq(INIT, "1").initReq(INIT, "2");
  }

  @Test
  void withoutAResourceThereIsNothing() {
    assertThat(requests(pod("p").res(GPU, "1"))).isEmpty();
    assertThat(mappings(pod("p").res(GPU, "1"))).isEmpty();
  }

  @Test
  void eachResourceOfAContainerIsARequestNamedByItsPlace() {
    PodFixture pod = pod("p").res(GPU, "1", FPGA, "2");
    assertThat(requests(pod, GPU, FPGA)).containsExactly("container-0-request-0: 1 of class", "container-0-request-1: 2 of class1");
    assertThat(requests(pod, FPGA)).containsExactly("container-0-request-1: 2 of class1");
    assertThat(mappings(pod, GPU, FPGA))
        .containsExactly(
            "con0 has example.com/gpu by container-0-request-0", "con0 has example.com/gpu1 by container-0-request-1");
  }

  @Test
  void theOtherResourcesOfAContainerCountForThePlace() {
    assertThat(requests(pod("p").res("cpu", "1", GPU, "1", "memory", "1Gi"), GPU))
        .containsExactly("container-0-request-1: 1 of class");
  }

  @Test
  void eachContainerHasItsOwnRequest() {
    PodFixture pod = pod("p").res(GPU, "1").res(FPGA, "2");
    assertThat(requests(pod, GPU, FPGA)).containsExactly("container-0-request-0: 1 of class", "container-1-request-0: 2 of class1");
    assertThat(mappings(pod, GPU, FPGA))
        .containsExactly(
            "con0 has example.com/gpu by container-0-request-0", "con1 has example.com/gpu1 by container-1-request-0");
  }

  @Test
  void initContainersCountBeforeTheOthers() {
    assertThat(requests(initThenGpu(), GPU, INIT))
        .containsExactly("container-0-request-0: 2 of classInit", "container-1-request-0: 1 of class");
    assertThat(mappings(initThenGpu(), GPU, INIT))
        .containsExactly(
            "con0 has example.com/gpu by container-1-request-0", "init-con0 has example.com/gpuinit by container-0-request-0");
  }

  @Test
  void initContainersShareTheRequestOfTheMostDemandingOne() {
    assertThat(requests(twoInits(), GPU, INIT))
        .containsExactly("container-1-request-0: 2 of classInit", "container-2-request-0: 1 of class");
    assertThat(mappings(twoInits(), GPU, INIT))
        .containsExactly(
            "con0 has example.com/gpu by container-2-request-0",
            "init-con0 has example.com/gpuinit by container-1-request-0",
            "init-con1 has example.com/gpuinit by container-1-request-0");
  }

  @Test
  void theFirstOfEquallyDemandingInitContainersNamesTheRequest() {
    PodFixture pod = pod("p").res("cpu", "1").initReq(INIT, "2").initReq(INIT, "2");
    assertThat(requests(pod, INIT)).containsExactly("container-0-request-0: 2 of classInit");
  }

  @Test
  void anInitContainerUsesTheDevicesOfThoseThatStartLater() {
    assertThat(requests(withSidecar(), GPU, INIT))
        .containsExactly(
            "container-1-request-0: 1 of classInit",
            "container-2-request-0: 2 of classInit",
            "container-3-request-0: 1 of class");
    assertThat(mappings(withSidecar(), GPU, INIT))
        .containsExactlyInAnyOrder(
            "init-con0 has example.com/gpuinit by container-1-request-0",
            "sidecar-con1 has example.com/gpuinit by container-1-request-0",
            "init-con2 has example.com/gpuinit by container-2-request-0",
            "con0 has example.com/gpu by container-3-request-0");
  }

  @Test
  void whatItNeedsBeyondThemIsOneRequestMore() {
    PodFixture pod = pod("p").res(GPU, "1").res(GPU, "2").initReq(GPU, "5");
    assertThat(requests(pod, GPU))
        .containsExactly(
            "container-0-request-0: 2 of class", "container-1-request-0: 1 of class", "container-2-request-0: 2 of class");
    assertThat(mappings(pod, GPU).subList(2, 5))
        .containsExactly(
            "init-con0 has example.com/gpu by container-1-request-0",
            "init-con0 has example.com/gpu by container-2-request-0",
            "init-con0 has example.com/gpu by container-0-request-0");
  }

  @Test
  void itTakesNoMoreOfTheOthersThanItNeeds() {
    PodFixture pod = pod("p").res(GPU, "3").res(GPU, "2").initReq(GPU, "2");
    assertThat(requests(pod, GPU)).containsExactly("container-1-request-0: 3 of class", "container-2-request-0: 2 of class");
    assertThat(mappings(pod, GPU)).endsWith("init-con0 has example.com/gpu by container-1-request-0").hasSize(3);
  }

  @Test
  void aSidecarBeforeItIsNotItsToUse() {
    PodFixture pod = pod("p").res("cpu", "1").sidecarReq(GPU, "1").initReq(GPU, "1");
    assertThat(requests(pod, GPU)).containsExactly("container-0-request-0: 1 of class", "container-1-request-0: 1 of class");
  }

  @Test
  void namesThatClassesGiveImplicitlyAreResourcesLikeTheOthers() {
    PodFixture one = pod("p").initReq(INIT, "1", IMPLICIT, "2");
    assertThat(mappings(one, GPU, INIT, IMPLICIT))
        .containsExactly(
            "init-con0 has " + IMPLICIT + " by container-0-request-0",
            "init-con0 has example.com/gpuinit by container-0-request-1");
    PodFixture two = pod("p").res(GPU, "1").initReq(INIT, "1").initReq(IMPLICIT, "2");
    assertThat(mappings(two, GPU, INIT, IMPLICIT))
        .containsExactly(
            "init-con1 has " + IMPLICIT + " by container-1-request-0",
            "con0 has example.com/gpu by container-2-request-0",
            "init-con0 has example.com/gpuinit by container-0-request-0");
  }

  @Test
  void anAmountOfNothingOrOfPartsIsNoRequest() {
    assertThat(requests(pod("p").res(GPU, "0").res(GPU, "1500m").res(GPU, "2k"), GPU))
        .containsExactly("container-2-request-0: 2000 of class");
    assertThat(requests(pod("p").containers(container("c").obj()), GPU)).isEmpty();
  }
}
