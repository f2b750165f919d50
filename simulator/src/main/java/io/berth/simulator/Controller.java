package io.berth.simulator;

/**
 * Something that brings a cluster to where it should be. It sees the cluster through the ports alone, so that it runs beside a real API
 * server as well; what it knows it learns anew at each start. Start and stop may be called from any thread.
 */
public interface Controller extends AutoCloseable {
  /** Opens the watches and begins to work. Does nothing when it runs already. */
  void start();

  /** Ends the work; requests under way may still be done, their answers are ignored. Does nothing when it does not run. */
  void stop();

  /** Whether it has been started and not stopped. */
  boolean isRunning();

  @Override
  default void close() {
    stop();
  }
}
