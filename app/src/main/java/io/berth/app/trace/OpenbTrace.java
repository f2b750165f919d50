package io.berth.app.trace;

import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.trace.WorkloadTrace.TracePod;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the openb trace (a production GPU cluster, in two CSV files). A pod arrives at its {@code creation_time} and departs at its {@code
 * deletion_time}, whatever its {@code pod_phase} says; both are in seconds. How the columns become objects: {@link OpenbObjects}.
 */
public final class OpenbTrace {

  private static final String NODES = "openb_node_list";
  private static final String PODS = "openb_pod_list";
  private static final List<String> NODE_COLUMNS = List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");
  private static final List<String> POD_COLUMNS =
      List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec", "creation_time", "deletion_time");

  private OpenbTrace() {}

  /**
   * Reads a folder with one file {@code openb_node_list*.csv} and one {@code openb_pod_list*.csv}. What is wrong goes to {@code problems};
   * if there are errors, the result must not be used.
   */
  public static WorkloadTrace read(Path folder, Problems problems) {
    Path nodeFile = find(folder, NODES, problems);
    Path podFile = find(folder, PODS, problems);
    var nodes = new ArrayList<Node>();
    var pods = new ArrayList<TracePod>();
    var names = new HashMap<String, Integer>();
    if (nodeFile != null) {
      CsvTable.read(nodeFile, NODE_COLUMNS, problems, row -> {
        var node = OpenbObjects.node(row.name("sn"), row.count("cpu_milli"), row.count("memory_mib"), row.count("gpu"), row.text("model"));
        if (isNew(row, "sn", names) && row.isUsable()) {
          nodes.add(node);
        }
      });
    }
    names.clear();
    if (podFile != null) {
      CsvTable.read(podFile, POD_COLUMNS, problems, row -> {
        TracePod pod = pod(row);
        if (isNew(row, "name", names) && row.isUsable()) {
          pods.add(pod);
        }
      });
    }
    empty(nodeFile, nodes, "nodes", problems);
    empty(podFile, pods, "pods", problems);
    return new WorkloadTrace(nodes, pods);
  }

  private static TracePod pod(CsvTable.Row row) {
    long arrival = row.count("creation_time");
    long departure = row.count("deletion_time");
    if (row.isUsable() && departure < arrival) {
      row.wrong("deletion_time", departure + " is before creation_time " + arrival, "correct one of them");
    }
    var pod =
        OpenbObjects.pod(
            row.name("name"),
            row.count("cpu_milli"),
            row.count("memory_mib"),
            new OpenbObjects.Gpus(row.count("num_gpu"), row.count("gpu_milli"), row.text("gpu_spec")));
    return new TracePod(pod, Duration.ofSeconds(arrival), Duration.ofSeconds(departure));
  }

  private static boolean isNew(CsvTable.Row row, String column, Map<String, Integer> names) {
    Integer first = names.putIfAbsent(row.text(column), row.line());
    if (first != null) {
      row.wrong(column, row.text(column) + " is on line " + first + " too", "remove or rename one of them");
    }
    return first == null;
  }

  private static void empty(@Nullable Path file, List<?> read, String what, Problems problems) {
    if (file != null && read.isEmpty() && !problems.hasErrors()) {
      problems.error(Problem.ofFile(file.toString(), "has no " + what, "name a folder with a whole trace"));
    }
  }

  private static @Nullable Path find(Path folder, String prefix, Problems problems) {
    List<Path> found;
    try (Stream<Path> files = Files.list(folder)) {
      found = files.filter(f -> isCsv(f, prefix)).sorted().toList();
    } catch (IOException e) {
      if (prefix.equals(NODES)) {
        problems.error(Problem.ofFile(folder.toString(), "is no folder that can be read", "name the folder of the trace"));
      }
      return null;
    }
    if (found.size() != 1) {
      String what = found.isEmpty() ? "has no file " : "has " + found.size() + " files ";
      problems.error(Problem.ofFile(folder.toString(), what + prefix + "*.csv", "name a folder with exactly one"));
      return null;
    }
    return found.get(0);
  }

  private static boolean isCsv(Path file, String prefix) {
    String name = file.getFileName().toString();
    return name.startsWith(prefix) && name.endsWith(".csv");
  }
}
