package io.berth.app.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the process in order when it is told to: SIGTERM and SIGINT let {@link #awaitRequest} return, and once the command is done the
 * process ends with its exit status instead of the signal's.
 */
public final class Termination implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onShutdown, "berth-shutdown");
  private volatile int status;

  private Termination() {}

  /** Listens for the signals from now on. */
  public static Termination listen() {
    Termination termination = new Termination();
    Runtime.getRuntime().addShutdownHook(termination.hook);
    return termination;
  }

  private void onShutdown() {
    requested.countDown();
    try {
      if (done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the process is told to end, at most for so long; whether it was. */
  public boolean awaitRequest(Duration atMost) throws InterruptedException {
    return requested.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The command has cleaned up; if the process is ending, it ends now, with this status. */
  public void finish(int exitStatus) {
    status = exitStatus;
    done.countDown();
  }

  /** The command is over; the signals are the JVM's again. */
  @Override
  public void close() {
    if (requested.getCount() > 0) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
