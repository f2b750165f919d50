package io.berth.conformance.cluster;

import io.berth.cluster.Fabric8Cluster;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** The API server that is checked against: the ports to it, a client of its own to look past them, and objects to put there. */
final class World implements AutoCloseable {
  private final KubernetesClient client;
  private final Fabric8Cluster cluster;
  private final List<String> restart;

  /**
   * Connects.
   *
   * @param restart the command that kills the API server and starts it again on the same data; it returns when the server answers
   */
  World(Path kubeconfig, List<String> restart) {
    Config config =
        new ConfigBuilder(Config.fromKubeconfig(kubeconfig.toFile())).withWatchReconnectInterval(250).withRequestTimeout(30_000).build();
    this.client = new KubernetesClientBuilder().withConfig(config).build();
    this.cluster = new Fabric8Cluster(client, Clock.systemUTC(), Runnable::run, "conformance");
    this.restart = restart;
  }

  Fabric8Cluster cluster() {
    return cluster;
  }

  KubernetesClient client() {
    return client;
  }

  void restartApiServer() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(restart).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    int status = process.waitFor();
    Checks.expect(status == 0, String.join(" ", restart) + " ended with status " + status);
  }

  /** Writes until it works: what is not there yet, or away for a moment, is asked again. */
  <T extends HasMetadata> T write(Writing<T> writing) throws InterruptedException {
    WriteOutcome<T> outcome = Checks.answer(writing.begin());
    for (int i = 0; i < 600 && outcome instanceof WriteOutcome.Failed; i++) {
      Checks.pause();
      outcome = Checks.answer(writing.begin());
    }
    return done(outcome);
  }

  /** A write that can be begun several times. */
  interface Writing<T> {
    CompletionStage<WriteOutcome<T>> begin();
  }

  static <T> T done(WriteOutcome<T> outcome) {
    if (outcome instanceof WriteOutcome.Done<T> done) {
      return done.object();
    }
    throw new Checks.Failure(outcome.toString());
  }

  void namespace(String name) throws InterruptedException {
    write(
        () ->
            cluster.create(
                ResourceKind.NAMESPACES, new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build()));
  }

  /** A node that is ready and without taints, as if a kubelet had said so. */
  Node node(String name, String cpu) throws InterruptedException {
    Node bare = new NodeBuilder().withNewMetadata().withName(name).addToLabels("kubernetes.io/hostname", name).endMetadata().build();
    Node created = write(() -> cluster.create(ResourceKind.NODES, bare));
    Map<String, Quantity> amounts =
        Map.of("cpu", new Quantity(cpu), "memory", new Quantity("64Gi"), "pods", new Quantity("110"));
    Node ready =
        new NodeBuilder(created)
            .withNewStatus()
            .withCapacity(amounts)
            .withAllocatable(amounts)
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();
    Node updated = write(() -> cluster.updateStatus(ResourceKind.NODES, ready));
    Node untainted = new NodeBuilder(updated).editSpec().withTaints(List.of()).endSpec().build();
    return write(() -> cluster.update(ResourceKind.NODES, untainted));
  }

  static Pod pod(String namespace, String name, String scheduler, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .withSchedulerName(scheduler)
        .addNewContainer()
        .withName("main")
        .withImage("registry.example/pause")
        .withNewResources()
        .addToRequests("cpu", new Quantity(cpu))
        .addToRequests("memory", new Quantity("64Mi"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  /** Creates the pod, and takes it for created when it is there after a try that got no answer. */
  Pod create(Pod pod) throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    return write(
        () ->
            tries.getAndIncrement() == 0
                ? cluster.create(ResourceKind.PODS, pod)
                : cluster
                    .create(ResourceKind.PODS, pod)
                    .thenCompose(
                        outcome ->
                            outcome instanceof WriteOutcome.Conflict
                                ? cluster.get(ref(pod))
                                : CompletableFuture.completedFuture(outcome)));
  }

  static ObjectRef<Pod> ref(Pod pod) {
    return ObjectRef.of(ResourceKind.PODS, pod);
  }

  /** The pods of a namespace as they are now, past every cache. */
  List<Pod> pods(String namespace) {
    return client.pods().inNamespace(namespace).list().getItems();
  }

  @Override
  public void close() {
    client.close();
  }
}
