package io.berth.app.run;

import io.berth.app.config.SchedulerConfiguration;
import io.berth.app.metrics.MicrometerSchedulerMetrics;
import io.berth.app.run.RunCommand.Endpoint;
import io.berth.cluster.Fabric8Cluster;
import io.berth.scheduler.Scheduler;
import io.berth.scheduler.SchedulerOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A scheduler at work on a real cluster, with all that it needs; closing it ends everything in the opposite order. */
final class RunningScheduler implements AutoCloseable {
  private static final int ANSWER_THREADS = 2;

  /** A scheduler that does not come to a task of ours for so long is stuck. */
  private static final long PATIENCE_SECONDS = 10;

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final String where;
  private final Scheduler scheduler;

  private RunningScheduler(SchedulerConfiguration configuration, KubernetesClient client, @Nullable Endpoint endpoint)
      throws UnusableException {
    closing.push(client::close);
    ExecutorService answers = Executors.newFixedThreadPool(ANSWER_THREADS, RunningScheduler::answerThread);
    closing.push(answers::shutdown);
    bindMachineMetrics();
    this.scheduler = scheduler(configuration, new Fabric8Cluster(client, Clock.systemUTC(), answers, hostName()));
    closing.push(this::closeScheduler);
    String server = client.getMasterUrl().toString();
    this.where = endpoint == null ? server : server + "; " + listen(endpoint) + "/metrics";
  }

  /** Connects, and starts a scheduler when the cluster answers. */
  static RunningScheduler start(
      SchedulerConfiguration configuration, @Nullable Path kubeconfig, @Nullable Endpoint endpoint) throws UnusableException {
    KubernetesClient client = ClusterAccess.connect(kubeconfig, System.getenv());
    RunningScheduler running = new RunningScheduler(configuration, client, endpoint);
    running.scheduler.start();
    return running;
  }

  private Scheduler scheduler(SchedulerConfiguration configuration, Fabric8Cluster cluster) throws UnusableException {
    var builder =
        Scheduler.builder()
            .cluster(cluster)
            .metrics(new MicrometerSchedulerMetrics(registry))
            .featureGates(configuration.gates())
            .options(
                SchedulerOptions.builder()
                    .percentageOfNodesToScore(configuration.percentageOfNodesToScore())
                    .podInitialBackoff(configuration.podInitialBackoff())
                    .podMaxBackoff(configuration.podMaxBackoff())
                    .build());
    try {
      configuration.profiles().forEach(builder::profile);
      return builder.build();
    } catch (IllegalArgumentException e) {
      close();
      throw new UnusableException("the profiles cannot be used: " + e.getMessage());
    }
  }

  private String listen(Endpoint endpoint) throws UnusableException {
    String host = endpoint.address().getHostAddress();
    try {
      Endpoints endpoints =
          Endpoints.listen(
              endpoint.address(), endpoint.port(), new Endpoints.Answers(this::problem, this::waitsFor, registry::scrape));
      closing.push(endpoints::close);
      return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoints.port();
    } catch (IOException e) {
      close();
      throw new UnusableException(
          "cannot serve on " + host + ", port " + endpoint.port() + ": " + e.getMessage() + "; choose another with --port");
    }
  }

  private void bindMachineMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
  }

  private static Thread answerThread(Runnable task) {
    Thread thread = new Thread(task, "berth-answers");
    thread.setDaemon(true);
    return thread;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host"; // as the machine does not know it either
    }
  }

  /** The API server, and where the metrics are. */
  String describe() {
    return where;
  }

  /** Why the scheduler can never do its work again, if so. */
  Optional<String> end() {
    return scheduler.problem();
  }

  /** Why it cannot do its work, if it cannot. */
  private Optional<String> problem() {
    return end().or(() -> onItsThread(Optional::empty));
  }

  /** Returns when the watches have ended. */
  private void closeScheduler() {
    scheduler.close();
    onItsThread(Optional::empty);
  }

  /** What keeps it from scheduling for the moment, if anything. */
  private Optional<String> waitsFor() {
    return onItsThread(() -> scheduler.isSynced() ? Optional.empty() : Optional.of("waiting for the first lists of the cluster's objects"));
  }

  private Optional<String> onItsThread(Supplier<Optional<String>> question) {
    try {
      return CompletableFuture.supplyAsync(question, scheduler.schedulingExecutor()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return Optional.of("the scheduler's thread has not answered for " + PATIENCE_SECONDS + " s");
    } catch (ExecutionException | RejectedExecutionException e) {
      return Optional.of("the scheduler's thread does not work: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
