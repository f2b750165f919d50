package io.berth.plugins.noderesources;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.plugins.Cycle;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.PodFixture;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Source: plugins/noderesources/fit_test.go, v1.37.2. */
class NodeResourcesFitParityTest {
  private static final String GPU = "example.com/gpu";

  private final NodeResourcesFit plugin = new NodeResourcesFit(new FakeHandle(), NodeResourcesFitArgs.DEFAULT);

  /** A node of 10m CPU, 20 bytes, 5 GPUs and 5 bytes of huge pages, of which a pod uses some. */
  private static NodeInfo using(String... used) {
    return node("n")
        .capacity("cpu", "10m", "memory", "20", "ephemeral-storage", "20", GPU, "5", "hugepages-2Mi", "5")
        .info()
        .withPod(pod("user").req(used).on("n").info());
  }

  private static NodeInfo busy(String cpu, String memory) {
    return using("cpu", cpu, "memory", memory);
  }

  private Status filter(PodFixture pod, NodeInfo node) {
    return Cycle.of(plugin, pod.info()).filter(node);
  }

  private void fits(PodFixture pod, NodeInfo node) {
    assertThat(filter(pod, node)).isEqualTo(Status.SUCCESS);
  }

  private void lacks(Code code, PodFixture pod, NodeInfo node, String... reasons) {
    Status status = filter(pod, node);
    assertThat(status.code()).isEqualTo(code);
    assertThat(status.reasons()).containsExactly(reasons);
    assertThat(status.plugin()).isEqualTo("NodeResourcesFit");
  }

  @Test
  void aPodThatRequestsNothingAlwaysFits() {
    fits(pod("p"), busy("10m", "20"));
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.ALL_NODES);
  }

  @Test
  void theRequestMayFillTheNodeAndNotMore() {
    fits(pod("p").req("cpu", "5m", "memory", "1"), busy("5m", "19"));
    lacks(Code.UNSCHEDULABLE, pod("p").req("cpu", "2m", "memory", "1"), busy("9m", "5"), "Insufficient cpu");
    lacks(Code.UNSCHEDULABLE, pod("p").req("cpu", "1m", "memory", "2"), busy("5m", "19"), "Insufficient memory");
    lacks(
        Code.UNSCHEDULABLE,
        pod("p").req("memory", "1", "cpu", "1m"),
        busy("10m", "20"),
        "Insufficient cpu",
        "Insufficient memory");
  }

  @Test
  void moreThanTheWholeNodeHasCannotBeResolved() {
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE, pod("p").req("cpu", "11m"), busy("5m", "5"), "Insufficient cpu");
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
        pod("p").req("cpu", "8m", "memory", "21"),
        busy("5m", "5"),
        "Insufficient cpu",
        "Insufficient memory");
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
        pod("p").req("ephemeral-storage", "21"),
        busy("0", "0"),
        "Insufficient ephemeral-storage");
  }

  @Test
  void theLargestInitContainerCountsAgainstTheSumOfTheOthers() {
    fits(pod("p").req("cpu", "1m", "memory", "1").initReq("cpu", "1m", "memory", "1"), busy("9m", "19"));
    lacks(
        Code.UNSCHEDULABLE,
        pod("p").req("cpu", "1m", "memory", "1").initReq("cpu", "3m").initReq("cpu", "2m"),
        busy("8m", "19"),
        "Insufficient cpu");
  }

  @Test
  void overheadAddsUp() {
    fits(pod("p").req("cpu", "1m", "memory", "1").overhead("cpu", "3m", "memory", "13"), busy("5m", "5"));
    lacks(
        Code.UNSCHEDULABLE,
        pod("p").req("cpu", "1m", "memory", "1").overhead("cpu", "1m", "memory", "15"),
        busy("5m", "5"),
        "Insufficient memory");
  }

  @Test
  void podLevelRequestsReplaceThoseOfTheContainers() {
    fits(pod("p").req("cpu", "9m").podLevelResourceRequests("cpu", "1m", "memory", "2"), busy("5m", "5"));
    lacks(
        Code.UNSCHEDULABLE,
        pod("p").req("cpu", "1m").podLevelResourceRequests("cpu", "7m", "memory", "2"),
        busy("5m", "5"),
        "Insufficient cpu");
  }

  @Test
  void extendedResourcesAndHugePagesAreEnforced() {
    fits(pod("p").req(GPU, "3"), using(GPU, "2"));
    lacks(Code.UNSCHEDULABLE, pod("p").req(GPU, "1"), using(GPU, "5"), "Insufficient example.com/gpu");
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
        pod("p").req(GPU, "3").req(GPU, "3"),
        using(GPU, "2"),
        "Insufficient example.com/gpu");
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
        pod("p").req("hugepages-2Mi", "10"),
        busy("0", "0"),
        "Insufficient hugepages-2Mi");
  }

  @Test
  void aResourceThatTheNodeDoesNotHaveIsShort() {
    lacks(
        Code.UNSCHEDULABLE_AND_UNRESOLVABLE,
        pod("p").req("example.com/other", "1", "kubernetes.io/something", "1"),
        busy("0", "0"),
        "Insufficient example.com/other",
        "Insufficient kubernetes.io/something");
    fits(pod("p").req("example.com/other", "0"), busy("0", "0"));
  }

  @Test
  void resourcesThatAreIgnoredAreNotChecked() {
    NodeResourcesFit ignoring =
        new NodeResourcesFit(
            new FakeHandle(),
            new NodeResourcesFitArgs(List.of("example.com/bbb"), List.of("example.org"), ScoringStrategy.DEFAULT));
    assertThat(
            Cycle.of(ignoring, pod("p").req("example.com/bbb", "1", "example.org/x", "1").info())
                .filter(busy("0", "0")))
        .isEqualTo(Status.SUCCESS);
    assertThat(
            Cycle.of(ignoring, pod("p").req("example.com/bbb", "1", "kubernetes.io/x", "1").info())
                .filter(busy("0", "0"))
                .reasons())
        .containsExactly("Insufficient kubernetes.io/x");
  }

  @Test
  void onlyExtendedResourcesCanBeIgnored() {
    NodeResourcesFit ignoring =
        new NodeResourcesFit(
            new FakeHandle(),
            new NodeResourcesFitArgs(List.of("cpu"), List.of("hugepages-2Mi"), ScoringStrategy.DEFAULT));
    assertThat(
            Cycle.of(ignoring, pod("p").req("cpu", "11m", "hugepages-2Mi", "6").info())
                .filter(busy("0", "0"))
                .reasons())
        .containsExactly("Insufficient cpu", "Insufficient hugepages-2Mi");
  }

  @Test
  void theNumberOfPodsIsEnforcedBeforeEverythingElse() {
    NodeInfo full = node("n").cpu("1").pods(1).info().withPod(pod("user").on("n").info());
    lacks(Code.UNSCHEDULABLE, pod("p"), full, "Too many pods");
    lacks(Code.UNSCHEDULABLE_AND_UNRESOLVABLE, pod("p").cpu("2"), full, "Too many pods", "Insufficient cpu");
    lacks(Code.UNSCHEDULABLE, pod("p").cpu("1"), full.withPod(pod("b").cpu("1").on("n").info()),
        "Too many pods", "Insufficient cpu");
  }

  @Test
  void amountsBeyondSixtyFourBitsAreCompared() {
    NodeInfo huge = node("n").memory("20E").info();
    fits(pod("p").memory("20E"), huge);
    lacks(Code.UNSCHEDULABLE_AND_UNRESOLVABLE, pod("p").memory("21E"), huge, "Insufficient memory");
    lacks(
        Code.UNSCHEDULABLE,
        pod("p").memory("20E"),
        huge.withPod(pod("user").memory("1").on("n").info()),
        "Insufficient memory");
  }

  @Test
  void aRequestOfManyResourcesIsCheckedInTheSameWay() {
    String[] request =
        IntStream.range(0, 12).boxed().flatMap(i -> List.of("example.com/r" + (10 + i), "1").stream()).toArray(String[]::new);
    Status status = filter(pod("p").req(request), busy("0", "0"));
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE_AND_UNRESOLVABLE);
    assertThat(status.reasons()).hasSize(12).startsWith("Insufficient example.com/r10").isSorted();
  }

  @Test
  void aNodeThatIsRejectedAgainCostsNoNewStatus() {
    assertThat(filter(pod("p").cpu("1"), busy("0", "0"))).isSameAs(filter(pod("q").cpu("2"), busy("5m", "0")));
  }

  @Test
  void filterWithoutPreFilterIsABugThatIsNamed() {
    assertThatThrownBy(() -> plugin.filter(new CycleState(), pod("p").info(), busy("0", "0")))
        .hasMessageContaining("PreFilterNodeResourcesFit");
  }
}
