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
   * @param args the administrator's kubeconfig, the scheduler's, the {@code berth} script, a folder for logs, and the command that
   *     restarts the API server
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> restart = Arrays.asList(args).subList(4, args.length);
    BerthProcess.Command berth = new BerthProcess.Command(Path.of(args[2]), Path.of(args[1]), Path.of(args[3]));
    System.exit(run(Path.of(args[0]), restart, berth, System.out) == 0 ? 0 : 1);
  }

  private static int run(Path kubeconfig, List<String> restart, BerthProcess.Command berth, PrintStream out)
      throws IOException, InterruptedException {
    Checks checks = new Checks(out);
    try (World world = new World(kubeconfig, restart)) {
      new WriteChecks(world, checks).run();
      new ClaimChecks(world, checks).run();
      new WatchChecks(world, checks).run();
      new ControllerChecks(world, checks).run();
      new RunChecks(world, checks, berth).run();
    } catch (Checks.Failure e) {
      checks.fail("preparing the next checks", e.getMessage());
    }
    checks.close();
    return checks.failed();
  }
}
