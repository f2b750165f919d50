package io.berth.simulator.trace;

import io.berth.simulator.trace.WorkloadTrace.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the openb trace (a production GPU cluster, in two CSV files). A pod arrives at its {@code creation_time} and departs at its {@code
 * deletion_time}, whatever its {@code pod_phase} says; both are in seconds. How the columns become objects: {@link OpenbObjects}, {@link
 * OpenbDevices}.
 */
public final class OpenbTrace {

  private static final String NODES = "openb_node_list";
  private static final String PODS = "openb_pod_list";
  private static final List<String> NODE_COLUMNS = List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");
  private static final List<String> POD_COLUMNS =
      List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec", "creation_time", "deletion_time");

  /** What the trace's GPUs are. */
  public enum Gpus {
    /**
     * Devices of the driver {@code gpu.openb}, which many claims may share: each has a capacity {@code milli} of 1000. A pod claims {@code
     * num_gpu} of them, and {@code gpu_milli} of each.
     */
    DEVICES,
    /** An extended resource of nodes in thousandths: a pod's share may be spread over GPUs in any way. */
    EXTENDED_RESOURCE
  }

  private final Path folder;
  private final Gpus gpus;
  private final Consumer<TraceProblem> problems;
  private final List<Node> nodes = new ArrayList<>();
  private final List<HasMetadata> devices = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();
  private final Map<String, Integer> names = new HashMap<>();
  private boolean faulty;

  private OpenbTrace(Path folder, Gpus gpus, Consumer<TraceProblem> problems) {
    this.folder = folder;
    this.gpus = gpus;
    this.problems = problems;
  }

  /**
   * Reads a folder with one file {@code openb_node_list*.csv} and one {@code openb_pod_list*.csv}.
   *
   * @param gpus what its GPUs become
   * @param problems gets everything that is wrong, in the order of the files
   * @return empty when something was wrong
   */
  public static Optional<WorkloadTrace> read(Path folder, Gpus gpus, Consumer<TraceProblem> problems) {
    return new OpenbTrace(folder, gpus, problems).read();
  }

  private Optional<WorkloadTrace> read() {
    if (gpus == Gpus.DEVICES) {
      devices.add(OpenbDevices.type());
    }
    Path nodeFile = find(NODES);
    Path podFile = find(PODS);
    if (nodeFile != null) {
      CsvTable.read(nodeFile, NODE_COLUMNS, this::tell, this::node);
      nonEmpty(nodeFile, nodes, "nodes");
    }
    names.clear();
    if (podFile != null) {
      CsvTable.read(podFile, POD_COLUMNS, this::tell, this::pod);
      nonEmpty(podFile, workloads, "pods");
    }
    return faulty ? Optional.empty() : Optional.of(new WorkloadTrace(nodes, List.of(), devices, workloads));
  }

  private void tell(TraceProblem problem) {
    faulty = true;
    problems.accept(problem);
  }

  private void node(CsvTable.Row row) {
    String name = row.name("sn");
    long cpu = row.count("cpu_milli");
    long memory = row.count("memory_mib");
    long count = row.count("gpu");
    boolean asDevices = gpus == Gpus.DEVICES;
    if (asDevices && count > OpenbDevices.MOST_GPUS) {
      row.wrong("gpu", count + " is more than a node's slice can have", "give " + OpenbDevices.MOST_GPUS + " or less");
      return;
    }
    var node = OpenbObjects.node(name, cpu, memory, asDevices ? 0 : count, row.text("model"));
    if (isNew(row, "sn") && row.isUsable()) {
      nodes.add(node);
      if (asDevices && count > 0) {
        devices.add(OpenbDevices.slice(name, count, row.text("model")));
      }
    }
  }

  private void pod(CsvTable.Row row) {
    long arrival = row.count("creation_time");
    long departure = row.count("deletion_time");
    if (row.isUsable() && departure < arrival) {
      row.wrong("deletion_time", departure + " is before creation_time " + arrival, "correct one of them");
    }
    String name = row.name("name");
    long cpu = row.count("cpu_milli");
    long memory = row.count("memory_mib");
    var wanted = new OpenbObjects.Wanted(row.count("num_gpu"), row.count("gpu_milli"), row.text("gpu_spec"));
    if (isNew(row, "name") && row.isUsable()) {
      boolean claims = gpus == Gpus.DEVICES && wanted.count() > 0;
      Pod pod = OpenbObjects.pod(name, cpu, memory, gpus == Gpus.DEVICES ? OpenbObjects.Wanted.NONE : wanted);
      workloads.add(
          new Workload(
              claims ? OpenbDevices.claiming(pod) : pod,
              claims ? List.of(OpenbDevices.claim(name, wanted)) : List.of(),
              Duration.ofSeconds(arrival),
              Duration.ofSeconds(departure),
              false));
    }
  }

  private boolean isNew(CsvTable.Row row, String column) {
    Integer first = names.putIfAbsent(row.text(column), row.line());
    if (first != null) {
      row.wrong(column, row.text(column) + " is on line " + first + " too", "remove or rename one of them");
    }
    return first == null;
  }

  private void nonEmpty(Path file, List<?> read, String what) {
    if (read.isEmpty() && !faulty) {
      tell(TraceProblem.ofFile(file, "has no " + what, "name a folder with a whole trace"));
    }
  }

  private @Nullable Path find(String prefix) {
    List<Path> found;
    try (Stream<Path> files = Files.list(folder)) {
      found = files.filter(f -> isCsv(f, prefix)).sorted().toList();
    } catch (IOException e) {
      if (prefix.equals(NODES)) {
        tell(TraceProblem.ofFile(folder, "is no folder that can be read", "name the folder of the trace"));
      }
      return null;
    }
    if (found.size() != 1) {
      String what = found.isEmpty() ? "has no file " : "has " + found.size() + " files ";
      tell(TraceProblem.ofFile(folder, what + prefix + "*.csv", "name a folder with exactly one"));
      return null;
    }
    return found.get(0);
  }

  private static boolean isCsv(Path file, String prefix) {
    String name = file.getFileName().toString();
    return name.startsWith(prefix) && name.endsWith(".csv");
  }
}
