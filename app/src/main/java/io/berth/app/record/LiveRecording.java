package io.berth.app.record;

import io.berth.app.Console;
import io.berth.app.run.ClusterAccess;
import io.berth.app.run.Termination;
import io.berth.app.run.UnusableException;
import io.berth.cluster.Fabric8Cluster;
import io.berth.simulator.record.ClusterRecorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Records a real cluster for a while; it only lists and watches. */
final class LiveRecording {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final long PATIENCE_SECONDS = 60;

  private final Console console;
  private final Path out;
  private final ClusterRecorder.Options options;
  private final @Nullable Duration atMost;

  /**
   * A recording that has not begun.
   *
   * @param atMost how long; {@code null} for until the process is told to end
   */
  LiveRecording(Console console, Path out, ClusterRecorder.Options options, @Nullable Duration atMost) {
    this.console = console;
    this.out = out;
    this.options = options;
    this.atMost = atMost;
  }

  /**
   * Records the cluster.
   *
   * @param report tells of the recorder, which has come to its end, and gives the exit status
   */
  int record(Path kubeconfig, ToIntFunction<ClusterRecorder> report) throws UnusableException {
    var work =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), LiveRecording::thread, new ThreadPoolExecutor.DiscardPolicy());
    try (Termination termination = Termination.listen();
        KubernetesClient client = ClusterAccess.connect(kubeconfig, System.getenv())) {
      var cluster = new Fabric8Cluster(client, Clock.systemUTC(), Runnable::run, "berth-record");
      ClusterRecorder recorder = ClusterRecorder.start(cluster, Clock.systemUTC(), work, Files.newOutputStream(out), options);
      console.err().println("berth: recording " + client.getMasterUrl());
      console.err().flush();
      awaitEnd(recorder, termination);
      recorder.end();
      work.shutdown();
      if (!work.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new UnusableException(out + ": the recording could not be written to its end within " + PATIENCE_SECONDS + " s");
      }
      int status = report.applyAsInt(recorder);
      console.err().flush();
      termination.finish(status);
      return status;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableException("interrupted");
    } finally {
      work.shutdown();
    }
  }

  /** The time counts from when everything that was there has been listed. */
  private void awaitEnd(ClusterRecorder recorder, Termination termination) throws InterruptedException {
    long looks = 0;
    while (!recorder.hasBegun()) {
      boolean tooLong = ++looks * BETWEEN_LOOKS.toMillis() > TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
      if (termination.awaitRequest(BETWEEN_LOOKS) || tooLong || recorder.problem().isPresent()) {
        return;
      }
    }
    long begin = console.nanoTime().getAsLong();
    while (!isOver(begin) && !termination.awaitRequest(BETWEEN_LOOKS)) {
      if (recorder.problem().isPresent()) {
        return;
      }
    }
  }

  private boolean isOver(long begin) {
    return atMost != null && console.nanoTime().getAsLong() - begin >= atMost.toNanos();
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "berth-recording");
    thread.setDaemon(true);
    return thread;
  }
}
