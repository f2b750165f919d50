package io.berth.conformance.cluster;

import static io.berth.conformance.cluster.Checks.expectEquals;

import io.berth.framework.RealTime;
import io.berth.simulator.Controller;
import io.berth.simulator.KubeletOptions;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.controllers.DeploymentController;
import io.berth.simulator.controllers.JobController;
import io.berth.simulator.controllers.NodeLifecycleController;
import io.berth.simulator.controllers.ReplicaSetController;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The simulator's controllers and kubelets, the same classes as in virtual time, beside a real API server that has none of its own. */
final class ControllerChecks {
  private static final String NAMESPACE = "controllers";
  private static final String NODE = "controllers-1";
  private static final Duration SOON = Duration.ofSeconds(60);

  private final World world;
  private final Checks checks;

  ControllerChecks(World world, Checks checks) {
    this.world = world;
    this.checks = checks;
  }

  void run() throws InterruptedException {
    world.namespace(NAMESPACE);
    world.node(NODE, "8");
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(ControllerChecks::thread);
    List<Controller> controllers = controllers(thread);
    try {
      controllers.forEach(Controller::start);
      checks.check("controllers: a Deployment comes to have its pods, and they run", this::deploymentRuns);
      checks.check("controllers: a pod that is deleted ends and is replaced", this::podIsReplaced);
      checks.check("controllers: a pod is resized in place", this::podIsResized);
      checks.check("controllers: a Job runs to its end", this::jobCompletes);
      checks.check("controllers: a cordoned node is tainted", this::nodeIsTainted);
      checks.check("controllers: what happens while they are away is made up for", () -> catchUp(controllers));
      checks.check("controllers: they go on when the API server has been killed", this::survive);
    } finally {
      controllers.forEach(Controller::stop);
      thread.shutdown();
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "controllers");
    thread.setDaemon(true);
    return thread;
  }

  private List<Controller> controllers(ScheduledExecutorService thread) {
    var time = new RealTime(thread);
    var delay = Duration.ofMillis(20);
    KubeletOptions kubelets = KubeletOptions.defaults().withRunTime(ControllerChecks::runTime);
    return List.of(
        new SimulatedKubelet(world.cluster(), time, thread, kubelets),
        new DeploymentController(world.cluster(), time, thread, delay),
        new ReplicaSetController(world.cluster(), time, thread, delay),
        new JobController(world.cluster(), time, thread, delay),
        new NodeLifecycleController(world.cluster(), time, thread, delay));
  }

  private static Optional<Duration> runTime(Pod pod) {
    return pod.getMetadata().getLabels().get("app").equals("job") ? Optional.of(Duration.ofSeconds(1)) : Optional.empty();
  }

  private static PodTemplateSpec template(String app, String restartPolicy) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .addToLabels("app", app)
        .endMetadata()
        .withNewSpec()
        .withSchedulerName("nobody")
        .withRestartPolicy(restartPolicy)
        .addNewContainer()
        .withName("main")
        .withImage("registry.example/pause")
        .withNewResources()
        .addToRequests("cpu", new Quantity("500m"))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private void deploymentRuns() throws InterruptedException {
    Deployment web =
        new DeploymentBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName("web")
            .endMetadata()
            .withNewSpec()
            .withReplicas(3)
            .withNewSelector()
            .addToMatchLabels("app", "web")
            .endSelector()
            .withTemplate(template("web", "Always"))
            .endSpec()
            .build();
    world.client().apps().deployments().resource(web).create();
    awaitAvailable(3);
    expectEquals(3L, running("web"), "pods that run");
  }

  /** Binds whatever waits, which is a scheduler's work, until so many pods of the Deployment are available. */
  private void awaitAvailable(int replicas) throws InterruptedException {
    Checks.await(SOON, replicas + " available pods", () -> {
      bindAll();
      Deployment web = world.client().apps().deployments().inNamespace(NAMESPACE).withName("web").get();
      Integer available = web.getStatus() == null ? null : web.getStatus().getAvailableReplicas();
      return (available == null ? 0 : available) == replicas && pods("web").size() == replicas;
    });
  }

  private List<Pod> pods(String app) {
    return world.client().pods().inNamespace(NAMESPACE).withLabel("app", app).list().getItems();
  }

  private void bindAll() {
    for (Pod pod : world.pods(NAMESPACE)) {
      if (pod.getSpec().getNodeName() == null && pod.getMetadata().getDeletionTimestamp() == null) {
        world.cluster().bind(World.ref(pod), NODE).toCompletableFuture().join();
      }
    }
  }

  private long running(String app) {
    return pods(app).stream().filter(pod -> pod.getStatus().getPhase().equals("Running")).count();
  }

  private void podIsReplaced() throws InterruptedException {
    Pod gone = pods("web").get(0);
    world.client().resource(gone).delete();
    Checks.await(SOON, "the pod's end", () -> pods("web").stream().noneMatch(pod -> uid(pod).equals(uid(gone))));
    awaitAvailable(3);
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  private void podIsResized() throws InterruptedException {
    Pod pod = pods("web").get(0);
    Pod larger =
        new PodBuilder(pod).editSpec().editFirstContainer().editResources().addToRequests("cpu", new Quantity("2")).endResources()
            .endContainer().endSpec().build();
    world.client().resource(larger).subresource("resize").update();
    Checks.await(SOON, "the new size", () -> {
      Pod now = world.client().resource(pod).get();
      return new Quantity("2").equals(now.getStatus().getContainerStatuses().get(0).getResources().getRequests().get("cpu"))
          && new Quantity("2").equals(now.getStatus().getContainerStatuses().get(0).getAllocatedResources().get("cpu"));
    });
  }

  private void jobCompletes() throws InterruptedException {
    Job job =
        new JobBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName("job")
            .endMetadata()
            .withNewSpec()
            .withCompletions(3)
            .withParallelism(2)
            .withTemplate(template("job", "Never"))
            .endSpec()
            .build();
    world.client().batch().v1().jobs().resource(job).create();
    Checks.await(SOON, "the Job's end", () -> {
      bindAll();
      Job now = world.client().batch().v1().jobs().inNamespace(NAMESPACE).withName("job").get();
      return now.getStatus() != null
          && now.getStatus().getConditions().stream().anyMatch(c -> c.getType().equals("Complete") && c.getStatus().equals("True"));
    });
    Job ended = world.client().batch().v1().jobs().inNamespace(NAMESPACE).withName("job").get();
    expectEquals(3, ended.getStatus().getSucceeded(), "pods that succeeded");
  }

  private void nodeIsTainted() throws InterruptedException {
    cordon(true);
    Checks.await(SOON, "the taint", () -> isTainted());
    cordon(false);
    Checks.await(SOON, "the end of the taint", () -> !isTainted());
  }

  private void cordon(boolean on) {
    world.client().nodes().withName(NODE).edit(node -> {
      node.getSpec().setUnschedulable(on);
      return node;
    });
  }

  private boolean isTainted() {
    return world.client().nodes().withName(NODE).get().getSpec().getTaints().stream()
        .anyMatch(taint -> taint.getKey().equals("node.kubernetes.io/unschedulable"));
  }

  private void scale(int replicas) {
    world.client().apps().deployments().inNamespace(NAMESPACE).withName("web").edit(web -> {
      web.getSpec().setReplicas(replicas);
      return web;
    });
  }

  private void catchUp(List<Controller> controllers) throws InterruptedException {
    controllers.forEach(Controller::stop);
    scale(5);
    controllers.forEach(Controller::start);
    awaitAvailable(5);
  }

  private void survive() throws Exception {
    world.restartApiServer();
    scale(2);
    awaitAvailable(2);
  }
}
