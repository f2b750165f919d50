package io.berth.conformance.devices;

import io.berth.app.BerthCommand;
import io.berth.app.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command behind {@code conformance/devices}: simulates each demo and compares what came of it with what it promises. */
public final class DemoMain {

  private final Path demos;
  private final Path drivers;
  private final PrintStream out;
  private int passed;
  private int failed;

  private DemoMain(Path demos, Path drivers, PrintStream out) {
    this.demos = demos;
    this.drivers = drivers;
    this.out = out;
  }

  /**
   * Runs the command and ends the process with its exit status.
   *
   * @param args the folder of the demos, and that of the slices
   */
  public static void main(String[] args) {
    System.exit(run(Path.of(args[0]), Path.of(args[1]), System.out));
  }

  /** Runs all demos that are there; 0 when all passed. */
  static int run(Path demos, Path drivers, PrintStream out) {
    var main = new DemoMain(demos, drivers, out);
    Demo.ALL.forEach(main::check);
    out.println(main.passed + " passed, " + main.failed + " failed");
    return main.failed == 0 && main.passed > 0 ? 0 : 1;
  }

  private void check(Demo demo) {
    if (!Files.exists(demos.resolve(demo.file()))) {
      fail(demo, "is not there");
      return;
    }
    var written = new StringWriter();
    var errors = new StringWriter();
    var console = new Console(InputStream.nullInputStream(), new PrintWriter(written), new PrintWriter(errors), false, System::nanoTime);
    int status =
        BerthCommand.execute(
            console, "simulate", drivers.resolve(demo.driver() + ".yaml").toString(), demos.resolve(demo.file()).toString(), "-o", "json");
    if (status != 0) {
      fail(demo, errors.toString().strip());
      return;
    }
    JsonNode report = JsonMapper.builder().build().readTree(written.toString());
    int placed = report.path("summary").path("placed").asInt();
    int pending = report.path("summary").path("pending").asInt();
    List<String> grants = grants(report);
    if (placed != demo.pods() || pending != 0) {
      fail(demo, placed + " pods placed, " + pending + " pending; expected " + demo.pods() + " placed");
    } else if (!grants.equals(demo.grants())) {
      fail(demo, "got " + grants + "; expected " + demo.grants());
    } else {
      passed++;
    }
  }

  private void fail(Demo demo, String why) {
    failed++;
    out.println("FAILED " + demo.file() + ": " + why);
  }

  /** What claims got, equal ones counted. */
  private static List<String> grants(JsonNode report) {
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode device : report.path("devices").path("devices").values()) {
      for (JsonNode holder : device.path("heldBy").values()) {
        String pods = holder.path("pods").valueStream().map(JsonNode::asString).collect(Collectors.joining("+"));
        String request = holder.path("request").asString();
        boolean made = request.startsWith("container-");
        String consumed =
            holder.path("consumed").propertyStream().map(e -> " " + e.getKey() + "=" + e.getValue().asString()).collect(Collectors.joining());
        String admin = holder.path("adminAccess").asBoolean() ? " admin" : "";
        String name = device.path("device").asString().replaceAll("-[0-9]+", "-*");
        counts.merge(pods + ": " + (made ? "*" : request) + " " + name + admin + consumed, 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey().replaceFirst(": ", ": " + e.getValue() + " x "))
        .toList();
  }
}
