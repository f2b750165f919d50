package io.berth.conformance.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The command behind {@code conformance/cluster}. */
public final class Main {
  private Main() {}

  /**
   * Runs all checks and ends the process: 0 all passed, 1 some failed.
   *
   * @param args the kubeconfig, the {@code berth} script, a folder for logs, and the command that restarts the API server
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path kubeconfig = Path.of(args[0]);
    Path berth = Path.of(args[1]);
    Path folder = Path.of(args[2]);
    List<String> restart = Arrays.asList(args).subList(3, args.length);
    System.exit(run(kubeconfig, berth, folder, restart, System.out) == 0 ? 0 : 1);
  }

  private static int run(Path kubeconfig, Path berth, Path folder, List<String> restart, PrintStream out)
      throws IOException, InterruptedException {
    Checks checks = new Checks(out);
    try (World world = new World(kubeconfig, restart)) {
      new WriteChecks(world, checks).run();
      new WatchChecks(world, checks).run();
      new RunChecks(world, checks, berth, kubeconfig, folder).run();
    } catch (Checks.Failure e) {
      checks.fail("preparing the next checks", e.getMessage());
    }
    checks.close();
    return checks.failed();
  }
}
