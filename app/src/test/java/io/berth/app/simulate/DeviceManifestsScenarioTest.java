package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceManifestsScenarioTest {

  private static final String EXAMPLE = "../examples/manifests/gpu";
  private static final String DRIVERS = "../examples/drivers/";

  @TempDir Path dir;

  private static String template(String name, String requests) {
    return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " + name + "}, spec: {spec: {devices: {requests: ["
        + requests + "]}}}}\n";
  }

  private static String claim(String name, String requests) {
    return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " + name + "}, spec: {devices: {requests: [" + requests
        + "]}}}\n";
  }

  private static String pod(String name, String claims) {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {resourceClaims: [" + claims
        + "], containers: [{name: c, image: i}]}}\n";
  }

  private static String fromTemplate(String template) {
    return "{name: gpu, resourceClaimTemplateName: " + template + "}";
  }

  private static String exactly(String rest) {
    return "{name: gpu, exactly: {deviceClassName: gpu.example.com" + rest + "}}";
  }

  private String run(String driver, String manifests, String... more) throws IOException {
    Path file = Files.writeString(dir.resolve("in.yaml"), manifests);
    String[] args = new String[3 + more.length];
    args[0] = "simulate";
    args[1] = DRIVERS + driver + ".yaml";
    args[2] = file.toString();
    System.arraycopy(more, 0, args, 3, more.length);
    Ran ran = Ran.berth(args);
    assertThat(ran.err()).isEmpty();
    return ran.out();
  }

  @Test
  void theExampleShowsWhoHoldsWhichDevice() {
    String out = Ran.berth("simulate", EXAMPLE).out();
    assertThat(out)
        .contains("gpu-a  gpu.example.com  gpu-0   default/notebook-0+notebook-1\n")
        .contains("gpu-b  gpu.example.com  gpu-3   -\n")
        .contains("  shared memory  96Gi     0 (0%)  45Gi (47%)\n")
        .contains("Claims without devices\ndefault/training-too-gpus-")
        .contains("0/2 nodes are available: 2 cannot allocate all claims.")
        .endsWith("9 placed, 1 pending\n");
  }

  @Test
  void treesHaveDriversClassesDevicesAndClaims() {
    String json = Ran.berth("simulate", EXAMPLE, "-o", "json").out();
    assertThat(json)
        .contains("\"driver\": \"gpu.example.com\",\n        \"devices\": 8,\n        \"heldBefore\": 0,\n        \"heldAfter\": 7,")
        .contains("\"capacity\": \"memory\",\n            \"total\": \"96Gi\",")
        .contains("\"class\": \"gpu\",\n        \"heldBefore\": 0,\n        \"heldAfter\": 9\n")
        .contains("\"claim\": \"notebooks\",\n            \"request\": \"gpu\",\n            \"class\": \"gpu\",\n            \"pods\": [\n              \"notebook-0\",\n              \"notebook-1\"\n            ],")
        .contains("\"request\": \"gpu/large\",")
        .contains("\"memory\": \"9Gi\"");
    assertThat(Ran.berth("simulate", EXAMPLE, "-o", "yaml").out()).contains("\ndevices:\n  drivers:\n  - driver: gpu.example.com\n");
    assertThat(Ran.berth("simulate", "../examples/manifests/shop", "-o", "json").out()).doesNotContain("\"devices\"");
  }

  @Test
  void extendedResourcesOfClassesAreDevicesOrWhatTheNodeHasByItself() throws IOException {
    String node = "---\n{apiVersion: v1, kind: Node, metadata: {name: %s}, status: {allocatable: {cpu: 8, memory: 16Gi, pods: 10%s}}}\n";
    String user =
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: %1$s}, spec: {containers: [{name: c, image: i, resources: {requests: {%2$s}, limits: {%2$s}}}]}}\n";
    Path file =
        Files.writeString(
            dir.resolve("in.yaml"),
            node.formatted("devices", "")
                + node.formatted("plugin", ", example.com/gpu: 1")
                + "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpus}, spec: {extendedResourceName: example.com/gpu}}\n"
                + "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: d.example.com, nodeName: devices,"
                + " pool: {name: devices, generation: 1, resourceSliceCount: 1}, devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}]}}\n"
                + user.formatted("explicit", "example.com/gpu: 2")
                + user.formatted("own", "example.com/gpu: 1")
                + user.formatted("implicit", "deviceclass.resource.kubernetes.io/gpus: 1"));
    Ran ran = Ran.berth("simulate", file.toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains("default    explicit  devices\n", "default    implicit  devices\n")
        .contains("devices  d.example.com  gpu-0   default/explicit\n", "devices  d.example.com  gpu-2   default/implicit\n")
        .contains("example.com/gpu  1            0 (0%)  1 (100%)\n")
        .endsWith("3 placed, 0 pending\n");
  }

  @Test
  void theTimelineFollowsClaims() {
    String out = Ran.berth("simulate", EXAMPLE, "--script", "../examples/scripts/gpu.yaml", "--timeline").out();
    assertThat(out)
        .contains("        0s  pool gpu-a of gpu.example.com has 4 devices\n")
        .contains("        0s  claim default/notebooks gets gpu-0 of gpu-a\n        0s  claim default/notebooks is reserved for notebook-0\n")
        .contains("       45s  claim default/notebooks is no longer reserved for notebook-1\n       45s  claim default/notebooks gives its devices back\n")
        .contains("        1m  default/training-too bound to gpu-a\n")
        .endsWith("8 placed, 0 pending; 2 deleted again\n".replace("; 2 deleted again", "; 3 deleted again").replace("8 placed", "7 placed"));
  }

  @Test
  void thePageKnowsDevicesAndTheRunIsTheSameEachTime() throws IOException {
    Path first = dir.resolve("a.html");
    Path second = dir.resolve("b.html");
    for (Path page : List.of(first, second)) {
      Ran.berth("simulate", EXAMPLE, "--script", "../examples/scripts/gpu.yaml", "--html", page.toString());
    }
    assertThat(Files.readString(first)).contains("\"pools\":[[\"gpu.example.com\",\"gpu-a\"],[\"gpu.example.com\",\"gpu-b\"]]").contains("\"claimDeallocated\"");
    assertThat(first).hasSameBinaryContentAs(second);
  }

  @Test
  void aRunWithClaimsIsRecordedAndDecidedAlike() {
    String file = dir.resolve("gpu.berth").toString();
    assertThat(Ran.berth("record", EXAMPLE, "--script", "../examples/scripts/gpu.yaml", "--out", file).status()).isZero();
    assertThat(Ran.berth("simulate", "--replay", file).out()).endsWith("10 pods: 10 on the same node, 0 on another node, 0 pending here only, 0 placed here only, 0 pending in both\n");
    assertThat(Ran.berth("simulate", "--replay", file, "--replay-mode", "follow").out()).contains("10 pods: 10 on the same node");
  }

  @Test
  void eachPodGetsItsOwnDeviceFromATemplateAndPodsShareOneClaim() throws IOException {
    String out = run("gpu", template("t", exactly("")) + claim("s", exactly("")) + pod("a", fromTemplate("t")) + pod("b", fromTemplate("t"))
        + pod("c", "{name: gpu, resourceClaimName: s}") + pod("d", "{name: gpu, resourceClaimName: s}"));
    assertThat(out).contains("4 placed, 0 pending").contains("default/c+d").contains("gpu.example.com  8        0 (0%)  3 (38%)");
  }

  @Test
  void selectorsAlternativesAndAdminAccess() throws IOException {
    String none = "selectors: [{cel: {expression: \"device.capacity['gpu.example.com'].memory.compareTo(quantity('1Ti')) >= 0\"}}]";
    String model = ", selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].model == 'LATEST-GPU-MODEL'\"}}]";
    String alternatives =
        "{name: gpu, firstAvailable: [{name: huge, deviceClassName: gpu.example.com, " + none + "}, {name: any, deviceClassName: gpu.example.com}]}";
    String out = run("gpu",
        template("model", exactly(model)) + template("either", alternatives) + template("all", exactly(", allocationMode: All, adminAccess: true"))
            + "---\n{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {resource.kubernetes.io/admin-access: 'true'}}}\n"
            + pod("a", fromTemplate("model")) + pod("b", fromTemplate("either")) + pod("watcher", fromTemplate("all")), "-o", "json");
    assertThat(out).contains("\"request\": \"gpu/any\"").contains("\"adminAccess\": true").contains("\"heldAfter\": 2").contains("\"placed\": 3");
  }

  @Test
  void extendedResourcesComeFromDevices() throws IOException {
    String limits = "spec: {containers: [{name: c, image: i, resources: {limits: {%s: 1}}}]}}\n";
    String out = run("gpu",
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: a}, " + limits.formatted("example.com/gpu")
            + "---\n{apiVersion: v1, kind: Pod, metadata: {name: b}, " + limits.formatted("deviceclass.resource.kubernetes.io/gpu.example.com"));
    assertThat(out).contains("default/a\n").contains("default/b\n").contains("2 placed, 0 pending");
  }

  @Test
  void partitionsAndSharedPartitions() throws IOException {
    String two = run("gpu-partitions", template("t", exactly(", count: 2")) + pod("a", fromTemplate("t")));
    assertThat(two).contains("gpu-0-partition-0  default/a\n").contains("gpu-0-partition-1  default/a\n").contains("1 placed");
    String share = exactly(", capacity: {requests: {memory: 8Gi, compute: \"10\"}}");
    String both = run("gpu-shared-partitions", template("t", share) + pod("a", fromTemplate("t")) + pod("b", fromTemplate("t")));
    assertThat(both).contains("gpu-0-partition-0  default/").contains("(compute 10, memory 8Gi), default/").contains("2 placed");
  }

  @Test
  void aNetworkCardIsSharedByItsBandwidth() throws IOException {
    String nic = "{name: gpu, exactly: {deviceClassName: net.example.com, capacity: {requests: {ingressBandwidth: 60G, egressBandwidth: 1G}}}}";
    String out = run("net", template("t", nic) + pod("a", fromTemplate("t")) + pod("b", fromTemplate("t")));
    assertThat(out).contains("(egressBandwidth 1G, ingressBandwidth 60G, vfs 1)").contains("1 placed, 1 pending");
  }

  @Test
  void aPodIsBoundWhenItsDeviceIsReady() throws IOException {
    String out = run("gpu-binding-conditions", template("t", exactly("")) + pod("a", fromTemplate("t")), "--timeline");
    assertThat(out).contains("        0s  claim default/a-gpu-").contains("        1s  default/a bound to worker\n").contains("1 placed, 0 pending");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    assertThat(run("gpu", pod("a", fromTemplate("nowhere")))).contains("is held back by DynamicResources: there is no claim template nowhere");
    assertThat(run("gpu", claim("c", "{name: gpu, exactly: {deviceClassName: ghost}}") + pod("a", "{name: gpu, resourceClaimName: c}")))
        .contains("device class ghost does not exist");
  }

  @Test
  void claimsKeepTheirDevicesWhileTheirPodsAreThere() throws IOException {
    String status =
        ", status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: worker, device: gpu-5}]}}, reservedFor: [{resource: pods, name: %s, uid: u}]}}\n";
    String held = claim("c, finalizers: [resource.kubernetes.io/delete-protection]", exactly("")).stripTrailing();
    String claims = held.substring(0, held.length() - 1) + status.formatted("old");
    String running =
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: old, uid: u}, spec: {nodeName: worker, resourceClaims: [{name: gpu, resourceClaimName: c}], containers: [{name: c, image: i}]}}\n";
    assertThat(run("gpu", claims + running)).contains("gpu-5   default/old\n").contains("8        1 (13%)  1 (13%)");
    Path alone = Files.writeString(dir.resolve("alone.yaml"), claims);
    Ran ran = Ran.berth("simulate", DRIVERS + "gpu.yaml", alone.toString());
    assertThat(ran.err()).contains("ResourceClaim default/c: status.reservedFor: is held by pod old, which is not in the input; it is given back");
    assertThat(ran.out()).contains("8        1 (13%)  0 (0%)");
  }

  private static String slice(String name, int of, String devices) {
    return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " + name
        + "}, spec: {driver: bad.example.com, nodeName: worker, pool: {name: p, resourceSliceCount: " + of + "}, devices: [" + devices + "]}}\n";
  }

  private Ran bad(String slices, String selector) throws IOException {
    String manifests =
        slices
            + "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: bad}, spec: {selectors: [{cel: {expression: \"" + selector
            + "\"}}]}}\n" + claim("c", "{name: gpu, exactly: {deviceClassName: bad}}") + template("t", exactly(""))
            + pod("a", "{name: gpu, resourceClaimName: c}") + pod("b", fromTemplate("t"));
    return Ran.berth("simulate", DRIVERS + "gpu.yaml", Files.writeString(dir.resolve("bad.yaml"), manifests).toString());
  }

  @Test
  void whatIsWrongWithDevicesIsToldAndOtherPodsGoOn() throws IOException {
    String ours = "device.driver == 'bad.example.com'";
    Ran twice = bad(slice("s1", 2, "{name: d}") + slice("s2", 2, "{name: d}"), ours);
    assertThat(twice.err()).contains("pool bad.example.com/p of generation 0 is ignored: duplicate device name d; none of its devices is given away");
    assertThat(twice.out()).contains("invalid resource pools were encountered").contains("1 placed, 1 pending");
    Ran counters = bad(slice("s1", 1, "{name: d, consumesCounters: [{counterSet: none, counters: {x: {value: 1}}}]}"), ours);
    assertThat(counters.err()).contains("is ignored: counter set none not found");
    assertThat(counters.out()).contains("1 placed, 1 pending");
    Ran failing = bad(slice("s1", 1, "{name: d}"), "device.attributes['bad.example.com'].nothing == 'x'");
    assertThat(failing.out()).contains("class bad: selector #0", "CEL runtime error").contains("1 placed, 1 pending");
  }

  @Test
  void applyReplacesASlice() throws IOException {
    String script = """
        - at: 1s
          apply:
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: gpu-a}
            spec:
              driver: gpu.example.com
              nodeName: gpu-a
              pool: {name: gpu-a, generation: 2, resourceSliceCount: 1}
              devices: [{name: newer, attributes: {model: {string: large}}}]
        """;
    Path file = Files.writeString(dir.resolve("s.yaml"), script);
    assertThat(Ran.berth("simulate", EXAMPLE, "--script", file.toString()).out()).contains("gpu-a  gpu.example.com  gpu-a  newer ");
  }

  @Test
  void devicesAndClaimsMayComeByAScript() throws IOException {
    Path node = Files.writeString(dir.resolve("node.yaml"), "{apiVersion: v1, kind: Node, metadata: {name: n1}}");
    String pod = pod("p", fromTemplate("gpu")).replace("---\n", "");
    String script = "- {at: 1s, create: devices.yaml}\n- at: 2s\n  create: " + pod + "- {at: 3s, delete: pod/p}\n- at: 4s\n  create: "
        + pod.replace("name: p}", "name: q}");
    Files.writeString(
        dir.resolve("devices.yaml"),
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}}\n" + template("gpu", exactly(""))
            + "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: gpu.example.com, nodeName: n1, "
            + "pool: {name: n1, generation: 1, resourceSliceCount: 1}, devices: [{name: gpu-0}]}}\n");
    Path steps = Files.writeString(dir.resolve("s.yaml"), script);
    Ran ran = Ran.berth("simulate", node.toString(), "--script", steps.toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("n1    gpu.example.com  gpu-0   default/q\n").endsWith("1 placed, 0 pending; 1 deleted again\n");
  }

  @Test
  void aTemplateThatSaysNothingAndAnAllocationOfNothingAreNoTrouble() throws IOException {
    String nothing = "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: empty}, spec: null}\n---\n"
        + "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: none}, spec: {}, status: {allocation: {}}}\n";
    String pods = pod("p", fromTemplate("empty")) + pod("q", "{name: gpu, resourceClaimName: none}");
    assertThat(run("gpu", nothing + pods)).endsWith("2 placed, 0 pending\n");
  }

  @Test
  void aSearchThatWouldNeverEndIsGivenUpAndOtherPodsGoOn() throws IOException {
    var slices = new StringBuilder();
    for (int slice = 0; slice < 20; slice++) {
      slices.append("---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more-").append(slice)
          .append("}, spec: {driver: gpu.example.com, allNodes: true, pool: {name: more, generation: 1, resourceSliceCount: 20}, devices: [");
      for (int device = 0; device < 20; device++) {
        slices.append("{name: d-").append(slice).append('-').append(device).append(", attributes: {group: {int: ").append(device).append("}}}, ");
      }
      slices.append("]}}\n");
    }
    Path config = Files.writeString(
        dir.resolve("config.yaml"),
        "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration, profiles: [{pluginConfig: "
            + "[{name: DynamicResources, args: {filterTimeout: 100ms}}]}]}");
    String request = exactly(", count: 32, selectors: [{cel: {expression: \"'group' in device.attributes['gpu.example.com']\"}}]");
    String hard = claim("hard", request + "], constraints: [{matchAttribute: gpu.example.com/group}");
    String out = run("gpu", hard + claim("easy", exactly("")) + slices + pod("p", "{name: gpu, resourceClaimName: hard}")
        + pod("q", "{name: gpu, resourceClaimName: easy}"), "--config", config.toString());
    assertThat(out).contains("timed out trying to allocate devices").endsWith("1 placed, 1 pending\n");
  }
}
