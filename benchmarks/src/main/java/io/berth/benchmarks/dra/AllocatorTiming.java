package io.berth.benchmarks.dra;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocatedState;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.berth.dynamicresources.allocator.Allocator;
import io.berth.dynamicresources.allocator.ClaimToAllocate;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.berth.dynamicresources.slices.DeviceId;
import io.berth.dynamicresources.slices.DevicePools;
import io.berth.framework.Cancellation;
import io.berth.framework.model.NodeInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Times the allocator on the cases of a file. What is warm: compiled expressions, and what they say of the devices; the
 * published devices and what is allocated are kept as indexes. Each iteration parses the claims and allocates them on every
 * node, results as API objects included, against a state that differs from the one before by a device of a pool of its own.
 */
final class AllocatorTiming {

  /** How many iterations go before one that is measured, so that the code is compiled. */
  private static final int WARM_UP = 1000;

  private static final long MOST_WARM_UP_NANOS = 5_000_000_000L;

  private final AllocatorCase input;
  private final Allocator allocator;
  private final DevicePools pools;
  private AllocatedState state;
  private long iteration;
  private long steps;
  private long devices;

  private AllocatorTiming(AllocatorCase input) {
    this.input = input;
    CelCompiler cel = new CelCompiler(CelFeatures.STORED);
    this.allocator = new Allocator(input.features(), input.classes()::get, cel, () -> "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");
    this.pools = DevicePools.of(input.features(), input.slices());
    this.state = input.state();
  }

  /** {@code CASES ITERATIONS}: prints one JSON line a case. */
  public static void main(String[] args) throws IOException {
    JsonMapper json = new JsonMapper();
    int iterations = Integer.parseInt(args[1]);
    for (AllocatorCase one : AllocatorCase.read(Path.of(args[0]))) {
      System.out.println(json.writeValueAsString(measure(one, iterations)));
    }
  }

  /** The median time of an iteration, the steps of one, and upstream's steps. */
  static Map<String, Object> measure(AllocatorCase input, int iterations) {
    AllocatorTiming timing = new AllocatorTiming(input);
    long[] times = new long[iterations];
    long end = System.nanoTime() + MOST_WARM_UP_NANOS;
    for (int i = 0; i < WARM_UP * iterations && System.nanoTime() < end; i++) {
      timing.once();
    }
    for (int i = 0; i < iterations; i++) {
      times[i] = timing.once();
    }
    Arrays.sort(times);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", input.name());
    line.put("ns", times[iterations / 2]);
    line.put("p90", times[iterations * 9 / 10]);
    line.put("steps", timing.steps);
    line.put("upstreamSteps", input.steps());
    if (input.nodes().size() > 1) {
      line.put("nodes", input.nodes().size());
      line.put("nsPerNode", times[iterations / 2] / input.nodes().size());
    }
    line.put("devices", timing.devices);
    return line;
  }

  private long once() {
    DeviceId unrelated = DeviceId.of("unrelated.example.com", "pool", "device-" + iteration++ % 64);
    long start = System.nanoTime();
    state = state.isAllocated(unrelated) ? state.withoutDevice(unrelated) : state.withDevice(unrelated);
    List<ClaimToAllocate> claims = new ArrayList<>(input.claims().size());
    input.claims().forEach(claim -> claims.add(allocator.parse(claim)));
    long taken = 0;
    long chosen = 0;
    for (NodeInfo node : input.nodes()) {
      AllocationOutcome outcome = allocator.allocate(pools, state, node, claims, Cancellation.NEVER);
      taken += outcome.steps();
      if (outcome instanceof Allocated allocated) {
        chosen += allocated.results().stream().mapToInt(result -> result.getDevices().getResults().size()).sum();
      }
    }
    long time = System.nanoTime() - start;
    steps = taken;
    devices = chosen;
    return time;
  }
}
