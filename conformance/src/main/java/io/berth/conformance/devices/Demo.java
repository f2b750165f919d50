package io.berth.conformance.devices;

import java.util.List;

/**
 * A demo manifest and what its comments promise.
 *
 * @param file its name in the folder
 * @param driver the file of slices beside which it is simulated
 * @param pods how many pods it has, all of which are placed
 * @param grants what claims get, as {@code PODS: REQUEST DEVICE [CAPACITY=AMOUNT...]}, sorted; a device's number is written {@code *} where it
 *     does not matter
 */
record Demo(String file, String driver, int pods, List<String> grants) {

  /** All demos of the driver. */
  static final List<Demo> ALL =
      List.of(
          new Demo("basic-resourceclaimtemplate.yaml", "gpu", 2, List.of("pod0: gpu gpu-*", "pod1: gpu gpu-*")),
          new Demo("basic-multiple-requests.yaml", "gpu", 1, List.of("pod0: gpu-1 gpu-*", "pod0: gpu-2 gpu-*")),
          new Demo("basic-shared-claim-across-pods.yaml", "gpu", 2, List.of("pod0+pod1: gpu gpu-*")),
          new Demo("cel-selector.yaml", "gpu", 1, List.of("pod0: gpu gpu-*")),
          new Demo("prioritized-alternatives.yaml", "gpu", 2, List.of("pod0: gpu/older-gpu gpu-*", "pod1: gpu/latest-gpu gpu-*")),
          new Demo("admin-access.yaml", "gpu", 1, List.of("pod0: 8 x admin-gpu gpu-* admin")),
          new Demo("extended-resource-request.yaml", "gpu", 2, List.of("pod0: * gpu-*", "pod1: * gpu-*")),
          new Demo("partitionable-devices.yaml", "gpu-partitions", 1, List.of("pod0: 2 x gpu-partition gpu-*-partition-*")),
          new Demo(
              "gpu-allow-multiple-allocations-partitionable.yaml",
              "gpu-shared-partitions",
              2,
              List.of("pod0: gpu gpu-*-partition-* compute=10 memory=8Gi", "pod1: gpu gpu-*-partition-* compute=10 memory=8Gi")),
          new Demo(
              "net-consumable-capacity.yaml",
              "net",
              2,
              List.of(
                  "pod0: nic nic-* egressBandwidth=5G ingressBandwidth=10G vfs=1",
                  "pod1: nic nic-* egressBandwidth=5G ingressBandwidth=5G vfs=1")),
          new Demo("binding-conditions.yaml", "gpu-binding-conditions", 1, List.of("pod0: gpu gpu-*")));
}
