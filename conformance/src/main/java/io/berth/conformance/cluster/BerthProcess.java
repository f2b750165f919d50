package io.berth.conformance.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code berth run} of its own. */
final class BerthProcess implements AutoCloseable {
  private static final Pattern METRICS = Pattern.compile("(http://\\S+)/metrics");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path said;
  private final HttpClient http = HttpClient.newHttpClient();

  private BerthProcess(Process process, Path said) {
    this.process = process;
    this.said = said;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "kill-berth"));
  }

  /**
   * How it is started.
   *
   * @param script the {@code berth} script
   * @param kubeconfig what it reaches the cluster by
   * @param folder for what it says
   */
  record Command(Path script, Path kubeconfig, Path folder) {
    Command with(Path otherKubeconfig) {
      return new Command(script, otherKubeconfig, folder);
    }

    BerthProcess start(String schedulerName, String log) throws IOException {
      Path said = folder.resolve(log);
      Process process =
          new ProcessBuilder(
                  script.toString(), "run", "--kubeconfig", kubeconfig.toString(), "--scheduler-name", schedulerName, "--port", "0")
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      process.getOutputStream().close();
      return new BerthProcess(process, said);
    }
  }

  /** What it has said so far. */
  String said() throws IOException {
    return Files.readString(said);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What one of its endpoints answers, after the status. */
  String get(String path) throws IOException, InterruptedException {
    Matcher address = METRICS.matcher(said());
    Checks.expect(address.find(), "it did not say where its endpoints are: " + said());
    HttpResponse<String> answer =
        http.send(HttpRequest.newBuilder(URI.create(address.group(1) + path)).build(), HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  /** Sends SIGTERM and waits; the exit status. */
  int terminate() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException {
    Checks.expect(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "it does not end");
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
