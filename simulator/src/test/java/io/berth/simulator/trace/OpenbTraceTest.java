package io.berth.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenbTraceTest {

  private static final String NODES = "sn,cpu_milli,memory_mib,gpu,model\n";
  private static final String PODS =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n";

  @TempDir Path dir;
  private OpenbTrace.Gpus gpus = OpenbTrace.Gpus.EXTENDED_RESOURCE;
  private final List<String> problems = new ArrayList<>();
  private Path nodeFile;
  private Path podFile;

  @BeforeEach
  void files() {
    nodeFile = dir.resolve("openb_node_list_all_node.csv");
    podFile = dir.resolve("openb_pod_list_default.csv");
  }

  private Optional<WorkloadTrace> read(String nodes, String pods) throws IOException {
    Files.writeString(nodeFile, nodes);
    Files.writeString(podFile, pods);
    return read(dir);
  }

  private Optional<WorkloadTrace> read(Path folder) {
    return OpenbTrace.read(folder, gpus, problem -> problems.add(problem.toString()));
  }

  private static Pod pod(WorkloadTrace.Workload workload) {
    return (Pod) workload.object();
  }

  @Test
  void linesBecomeNodesAndPods() throws IOException {
    var trace =
        read(
            NODES + "n0,32000,262144,0,\nn1,64000,131072,2,T4\n",
            PODS + "p0,12000,16384,2,460,,LS,Running,5,70,5\n\np1,500,1,0,0,G2|T4,BE,Failed,0,0,\n")
            .orElseThrow();
    assertThat(problems).isEmpty();
    assertThat(trace.nodes()).hasSize(2);
    var gpuNode = trace.nodes().get(1);
    assertThat(gpuNode.getMetadata().getLabels()).containsEntry("openb/gpu-model", "T4").containsEntry("kubernetes.io/hostname", "n1");
    assertThat(gpuNode.getStatus().getAllocatable()).hasToString("{cpu=64000m, memory=131072Mi, openb/gpu-milli=2000, pods=500}");
    assertThat(trace.nodes().get(0).getStatus().getAllocatable()).doesNotContainKey("openb/gpu-milli");
    var first = trace.workloads().get(0);
    assertThat(pod(first).getSpec().getContainers().get(0).getResources().getRequests())
        .hasToString("{cpu=12000m, memory=16384Mi, openb/gpu-milli=920}");
    assertThat(first.arrival()).isEqualTo(Duration.ofSeconds(5));
    assertThat(first.departure()).isEqualTo(Duration.ofSeconds(70));
    var second = pod(trace.workloads().get(1)).getSpec();
    assertThat(second.getContainers().get(0).getResources().getRequests()).doesNotContainKey("openb/gpu-milli");
    assertThat(second.getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().get(0)
            .getMatchExpressions().get(0).getValues())
        .containsExactly("G2", "T4");
  }

  @Test
  void gpusMayBeDevicesThatClaimsShare() throws IOException {
    gpus = OpenbTrace.Gpus.DEVICES;
    var trace =
        read(
            NODES + "n0,32000,262144,0,\nn1,64000,131072,2,T4\n",
            PODS + "p0,12000,16384,2,460,G2|T4,LS,Running,5,70,5\np1,500,1,0,0,,BE,Failed,0,0,\n")
            .orElseThrow();
    assertThat(trace.nodes().get(1).getStatus().getAllocatable()).hasToString("{cpu=64000m, memory=131072Mi, pods=500}");
    assertThat(trace.devices()).hasSize(2);
    var slice = ((ResourceSlice) trace.devices().get(1)).getSpec();
    assertThat(slice.getNodeName()).isEqualTo("n1");
    assertThat(slice.getDevices()).extracting(Device::getName).containsExactly("gpu-0", "gpu-1");
    assertThat(slice.getDevices().get(0).getAttributes().get("model").getString()).isEqualTo("T4");
    assertThat(slice.getDevices().get(0).getCapacity().get("milli").getValue()).hasToString("1000");
    var claim = trace.workloads().get(0).claims().get(0);
    var request = claim.getSpec().getDevices().getRequests().get(0).getExactly();
    assertThat(request.getCount()).isEqualTo(2);
    assertThat(request.getCapacity().getRequests().get("milli")).hasToString("460");
    assertThat(request.getSelectors().get(0).getCel().getExpression())
        .isEqualTo("device.attributes[\"gpu.openb\"].model in [\"G2\",\"T4\"]");
    var pod = pod(trace.workloads().get(0)).getSpec();
    assertThat(pod.getResourceClaims().get(0).getResourceClaimName()).isEqualTo("p0");
    assertThat(pod.getAffinity()).isNull();
    assertThat(trace.workloads().get(1).claims()).isEmpty();
    assertThat(pod(trace.workloads().get(1)).getSpec().getResourceClaims()).isEmpty();
  }

  @Test
  void aNodeHasNoMoreDevicesThanASliceAndAModelIsATextWhateverIsInIt() throws IOException {
    gpus = OpenbTrace.Gpus.DEVICES;
    assertThat(read(NODES + "n0,32000,262144,1000000000,T4\n", PODS + "p0,1,1,0,0,,LS,Running,0,0,\n")).isEmpty();
    assertThat(problems).containsExactly(nodeFile + ":2: gpu: 1000000000 is more than a node's slice can have; give 128 or less");
    var trace = read(NODES + "n0,32000,262144,1,T4\n", PODS + "p0,1,1,1,500,a\"b\\|T4,LS,Running,0,0,\n").orElseThrow();
    var request = trace.workloads().get(0).claims().get(0).getSpec().getDevices().getRequests().get(0).getExactly();
    assertThat(request.getSelectors().get(0).getCel().getExpression()).endsWith("model in [\"a\\\"b\\\\\",\"T4\"]");
  }

  @Test
  void departuresComeBeforeArrivalsOfTheSameMomentButAfterTheirOwn() throws IOException {
    var trace = read(NODES + "n0,1,1,0,\n", PODS + "p0,1,1,0,0,,,,0,5,\np1,1,1,0,0,,,,5,5,\np2,1,1,0,0,,,,5,9,\n").orElseThrow();
    assertThat(trace.events().stream().map(e -> (e.arrival() ? "+" : "-") + e.index()))
        .containsExactly("+0", "-0", "+1", "+2", "-1", "-2");
  }

  @Test
  void badLinesAreToldAllAtOnce() throws IOException {
    read(
        NODES + "n0,x,1,,\nn0,1,1,0,\n,1,1,0,\n",
        PODS + "p0,-1,1,0,0,,,,9,5,\np1,1\np2,1,1,0,0,,,,9,5,\n");
    assertThat(problems)
        .containsExactly(
            nodeFile + ":2: cpu_milli: \"x\" is no whole number; give a whole number of 0 or more",
            nodeFile + ":2: gpu: is empty; give a whole number of 0 or more",
            nodeFile + ":3: sn: n0 is on line 2 too; remove or rename one of them",
            nodeFile + ":4: sn: is empty; give a name",
            podFile + ":2: deletion_time: 5 is before creation_time 9; correct one of them",
            podFile + ":2: cpu_milli: -1 is negative; give 0 or more",
            podFile + ":3: has 2 values, but the header names 11; correct the line",
            podFile + ":4: deletion_time: 5 is before creation_time 9; correct one of them");
  }

  @Test
  void badFilesAreTold() throws IOException {
    read("sn,gpu\n", "");
    assertThat(problems)
        .containsExactly(
            nodeFile + ":1: has no column cpu_milli, memory_mib, model; the columns are sn,cpu_milli,memory_mib,gpu,model",
            podFile + ": is empty; its first line names the columns: name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time");
  }

  @Test
  void aTraceWithoutPodsIsTold() throws IOException {
    assertThat(read(NODES + "n0,1,1,0,\n", PODS)).isEmpty();
    assertThat(problems).containsExactly(podFile + ": has no pods; name a folder with a whole trace");
  }

  @Test
  void aFolderWithoutATraceIsTold() throws IOException {
    read(dir);
    read(dir.resolve("nowhere"));
    Files.writeString(nodeFile, "");
    Files.writeString(dir.resolve("openb_node_list_other.csv"), "");
    read(dir);
    assertThat(problems)
        .containsExactly(
            dir + ": has no file openb_node_list*.csv; name a folder with exactly one",
            dir + ": has no file openb_pod_list*.csv; name a folder with exactly one",
            dir + "/nowhere: is no folder that can be read; name the folder of the trace",
            dir + ": has 2 files openb_node_list*.csv; name a folder with exactly one",
            dir + ": has no file openb_pod_list*.csv; name a folder with exactly one");
  }
}
