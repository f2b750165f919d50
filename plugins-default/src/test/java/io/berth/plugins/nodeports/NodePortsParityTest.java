package io.berth.plugins.nodeports;

import static io.berth.testkit.Fixtures.container;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Code;
import io.berth.framework.CycleState;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.plugins.Cycle;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source: plugins/nodeports/node_ports_test.go, v1.37.2. */
class NodePortsParityTest {
  private final NodePorts plugin = new NodePorts();

  /** A pod with ports such as {@code UDP/127.0.0.1/8080}, separated by blanks. */
  private static PodInfo wanting(String ports) {
    return pod("p").containerPort(ports(ports)).info();
  }

  private static ContainerPort[] ports(String ports) {
    return Stream.of(ports.split(" "))
        .map(port -> port.split("/"))
        .map(
            part ->
                new ContainerPortBuilder()
                    .withProtocol(part[0])
                    .withHostIP(part[1])
                    .withHostPort(Integer.valueOf(part[2]))
                    .build())
        .toArray(ContainerPort[]::new);
  }

  private static NodeInfo using(String ports) {
    return node("n").info().withPod(pod("user").containerPort(ports(ports)).on("n").info());
  }

  @ParameterizedTest(name = "{0} beside {1}: fits {2}")
  @CsvSource({
    "UDP/127.0.0.1/8080, UDP/127.0.0.1/9090, true",
    "UDP/127.0.0.1/8080, UDP/127.0.0.1/8080, false",
    "TCP/127.0.0.1/8080, TCP/127.0.0.1/8080, false",
    "TCP/127.0.0.1/8080, TCP/127.0.0.2/8080, true",
    "UDP/127.0.0.1/8080, TCP/127.0.0.1/8080, true",
    "UDP/127.0.0.1/8000 UDP/127.0.0.1/8080, UDP/127.0.0.1/8080, false",
    "TCP/127.0.0.1/8001 UDP/127.0.0.1/8080, TCP/127.0.0.1/8001 UDP/127.0.0.1/8081, false",
    "TCP/0.0.0.0/8001, TCP/127.0.0.1/8001, false",
    "TCP/10.0.10.10/8001 TCP/0.0.0.0/8001, TCP/127.0.0.1/8001, false",
    "TCP/127.0.0.1/8001, TCP/0.0.0.0/8001, false",
    "UDP/127.0.0.1/8001, TCP/0.0.0.0/8001, true",
    "UDP/127.0.0.1/8001, TCP/0.0.0.0/8001 UDP/0.0.0.0/8001, false",
    "TCP/127.0.0.1/80 TCP/127.0.1.1/80 TCP/127.0.1.1/90, TCP/127.0.0.1/9090 TCP/127.0.1.1/8080, true",
    "TCP/127.0.0.1/80 TCP/127.0.1.1/80 TCP/127.0.1.1/90, TCP/127.0.0.1/9090 TCP/127.0.1.1/90, false",
  })
  void aPortThatIsTakenRulesTheNodeOut(String wanted, String used, boolean fits) {
    assertThat(Cycle.of(plugin, wanting(wanted)).filter(using(used)).isSuccess()).isEqualTo(fits);
  }

  @Test
  void theRejectionCanBeResolvedByPreemption() {
    Status status = Cycle.of(plugin, wanting("TCP/127.0.0.1/80")).filter(using("TCP/127.0.0.1/80"));
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE);
    assertThat(status.reasons()).containsExactly("node(s) didn't have free ports for the requested pod ports");
    assertThat(status.plugin()).isEqualTo("NodePorts");
  }

  @Test
  void aPodWithoutHostPortsSkipsFilter() {
    assertThat(Cycle.of(plugin, pod("p").info()).preFilter()).isEqualTo(PreFilterDecision.SKIP);
  }

  @Test
  void ofTheInitContainersOnlySidecarsHoldTheirPorts() {
    PodInfo brief = pod("p").initContainers(container("i").hostPort(8001).obj()).info();
    PodInfo sidecar = pod("p").initContainers(container("i").restartPolicy("Always").hostPort(8001).obj()).info();
    assertThat(Cycle.of(plugin, brief).preFilter()).isEqualTo(PreFilterDecision.SKIP);
    assertThat(Cycle.of(plugin, sidecar).filter(using("TCP/0.0.0.0/8001")).isRejected()).isTrue();
  }

  @Test
  void filterNeedsNoPreFilter() {
    Status status = plugin.filter(new CycleState(), wanting("TCP/127.0.0.1/80"), using("TCP/127.0.0.1/80"));
    assertThat(status.code()).isEqualTo(Code.UNSCHEDULABLE);
  }

  private QueueingHint afterDelete(PodInfo deleted) {
    return Cycle.of(plugin, pod("p").hostPort(8080).info())
        .hint(EventResource.ASSIGNED_POD, ActionType.DELETE, deleted, null);
  }

  @Test
  void onlyADeletedPodThatHeldTheSamePortHelps() {
    assertThat(afterDelete(pod("d").hostPort(8080).info())).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterDelete(pod("d").on("n").info())).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterDelete(pod("d").hostPort(8081).on("n").info())).isEqualTo(QueueingHint.QUEUE_SKIP);
    assertThat(afterDelete(pod("d").hostPort(8080).on("n").info())).isEqualTo(QueueingHint.QUEUE);
    assertThat(afterDelete(pod("d").hostPort(8080).nominatedNodeName("n").info())).isEqualTo(QueueingHint.QUEUE);
  }

  @Test
  void aNewNodeIsAlwaysWorthAnAttempt() {
    assertThat(
            Cycle.of(plugin, pod("p").hostPort(8080).info())
                .hint(EventResource.NODE, ActionType.ADD, null, node("n").info()))
        .isEqualTo(QueueingHint.QUEUE);
  }
}
