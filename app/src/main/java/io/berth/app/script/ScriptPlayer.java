package io.berth.app.script;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Origin;
import io.berth.app.manifest.PatchReader;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.app.script.Action.Target;
import io.berth.app.script.Action.TargetKind;
import io.berth.app.workload.WorkloadExpansion;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RefusedException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Does the steps of a script. What a step cannot do becomes an error with its place. Workloads keep the number of their pods. */
public final class ScriptPlayer {

  private final InMemoryCluster cluster;
  private final Problems problems;
  private final Workloads workloads;
  private final PatchReader patches;
  private final List<Manifest> createdPods = new ArrayList<>();
  private final Set<String> createdNodes = new LinkedHashSet<>();
  private @Nullable KubernetesSerialization serialization;

  /**
   * A player.
   *
   * @param known objects of the input; the workloads among them can be scaled
   */
  public ScriptPlayer(InMemoryCluster cluster, List<? extends HasMetadata> known, Problems problems) {
    this.cluster = cluster;
    this.problems = problems;
    workloads = new Workloads(cluster);
    patches = new PatchReader(problems);
    known.forEach(workloads::remember);
  }

  /** The pods that steps have brought, in their order; some may be gone again. */
  public List<Manifest> createdPods() {
    return List.copyOf(createdPods);
  }

  /** The nodes that steps have brought, in their order. */
  public List<String> createdNodes() {
    return List.copyOf(createdNodes);
  }

  /** Does one step now. */
  public void play(Script.Step step) {
    Action action = step.action();
    try {
      if (action instanceof Action.Put put) {
        put(put);
      } else if (action instanceof Action.Delete delete) {
        delete(delete.target(), step.origin());
      } else if (action instanceof Action.Finish finish) {
        pods(finish.target(), step.origin()).forEach(pod -> finish(pod, finish.phase()));
      } else if (action instanceof Action.Patch patch) {
        patch(patch, step.origin());
      } else if (action instanceof Action.Cordon cordon) {
        nodes(cordon.target(), step.origin()).forEach(node -> cordon(node, cordon.on()));
      } else if (action instanceof Action.Drain drain) {
        nodes(drain.target(), step.origin()).forEach(node -> drain(node, step.origin()));
      } else if (action instanceof Action.Scale scale) {
        scale(scale, step.origin());
      }
    } catch (RefusedException e) {
      error(step.origin(), "an API server would refuse it: " + e.getMessage(), "correct the step");
    }
  }

  private void put(Action.Put put) {
    var inventory = new Inventory(problems);
    put.manifests().forEach(inventory::accept);
    cluster.list(ResourceKind.NODES).stream()
        .filter(node -> inventory.find("Node", "", node.getMetadata().getName()) == null)
        .forEach(node -> inventory.accept(new Manifest(node, Origin.of(""))));
    Set<HasMetadata> given = new LinkedHashSet<>(put.manifests().stream().map(Manifest::object).toList());
    for (Manifest manifest : WorkloadExpansion.expand(inventory, problems).manifests()) {
      HasMetadata object = manifest.object();
      workloads.remember(object);
      boolean existing = object instanceof Node && !given.contains(object);
      if (existing || !isHeld(object)) {
        continue;
      }
      HasMetadata there = cluster.get(object);
      if (there == null) {
        create(manifest);
      } else if (put.replace() && given.contains(object)) {
        replace(object, there);
      } else if (given.contains(object)) {
        error(manifest.origin(), manifest.subject() + " is there already", "use apply, or another name");
      }
    }
  }

  /** Workloads themselves are nothing that a scheduler looks at, but those that own pods are. */
  private static boolean isHeld(HasMetadata object) {
    return switch (object.getKind()) {
      case "Deployment", "DaemonSet", "Job", "CronJob" -> false;
      default -> true;
    };
  }

  private void create(Manifest manifest) {
    String place = manifest.object() instanceof Pod pod ? pod.getSpec().getNodeName() : null;
    if (place != null && !place.isEmpty() && cluster.node(place) == null) {
      String advice = "create it first, or leave this out";
      problems.error(new Problem(manifest.origin(), manifest.subject(), "spec.nodeName", "there is no node " + place + " at that time", advice));
      return;
    }
    try {
      cluster.create(manifest.object());
    } catch (RefusedException e) {
      problems.error(
          new Problem(manifest.origin(), manifest.subject(), "", "an API server would refuse it: " + e.getMessage(), "correct the object"));
      return;
    }
    if (manifest.object() instanceof Pod) {
      createdPods.add(manifest);
    } else if (manifest.object() instanceof Node node) {
      createdNodes.add(node.getMetadata().getName());
    }
  }

  private void replace(HasMetadata object, HasMetadata there) {
    if (object instanceof Pod pod) {
      var now = (Pod) there;
      cluster.update(new PodBuilder(pod).withMetadata(identity(pod, there)).editSpec().withNodeName(now.getSpec().getNodeName()).endSpec()
          .withStatus(now.getStatus()).build());
    } else if (object instanceof Node node) {
      cluster.update(new NodeBuilder(node).withMetadata(identity(node, there)).build());
    } else if (object instanceof ResourceClaim claim) {
      var now = (ResourceClaim) there;
      cluster.update(new ResourceClaimBuilder(claim).withMetadata(identity(claim, there)).withStatus(now.getStatus()).build());
    } else if (object instanceof PodDisruptionBudget budget) {
      var now = (PodDisruptionBudget) there;
      cluster.update(new PodDisruptionBudgetBuilder(budget).withMetadata(identity(budget, there)).withStatus(now.getStatus()).build());
    } else {
      object.setMetadata(identity(object, there));
      cluster.update(object);
    }
  }

  /** Labels that only the cluster has are kept, as applying does. */
  private static ObjectMeta identity(HasMetadata object, HasMetadata there) {
    var labels = new LinkedHashMap<String, String>();
    for (HasMetadata from : List.of(there, object)) {
      if (from.getMetadata().getLabels() != null) {
        labels.putAll(from.getMetadata().getLabels());
      }
    }
    return new ObjectMetaBuilder(object.getMetadata())
        .withLabels(labels)
        .withUid(there.getMetadata().getUid())
        .withCreationTimestamp(there.getMetadata().getCreationTimestamp())
        .withResourceVersion(null)
        .build();
  }

  private void delete(Target target, Origin origin) {
    if (target.kind() == TargetKind.NODE) {
      nodes(target, origin).forEach(node -> deleteNode(node, origin));
    } else if (target.kind() == TargetKind.POD) {
      pods(target, origin).forEach(pod -> replacePod(pod, origin));
    } else {
      scale(new Action.Scale(target, 0), origin);
    }
  }

  /** A pod of a workload comes again under another name, unless the workload was scaled down. */
  private void replacePod(Pod pod, Origin origin) {
    var owner = workloads.ownerOf(pod);
    cluster.remove(pod);
    owner.ifPresent(workload -> workloads.missing(workload, origin, problems).forEach(this::create));
  }

  /** The node goes first, so that nothing that comes again lands on it. */
  private void deleteNode(Node node, Origin origin) {
    cluster.remove(node);
    for (Pod pod : cluster.list(ResourceKind.PODS)) {
      if (node.getMetadata().getName().equals(pod.getSpec().getNodeName())) {
        replacePod(pod, origin);
      }
    }
  }

  private void finish(Pod pod, String phase) {
    cluster.update(new PodBuilder(pod).editOrNewStatus().withPhase(phase).endStatus().build());
  }

  private void cordon(Node node, boolean on) {
    cluster.update(new NodeBuilder(node).editOrNewSpec().withUnschedulable(on ? Boolean.TRUE : null).endSpec().build());
  }

  private void drain(Node node, Origin origin) {
    cordon(node, true);
    for (Pod pod : cluster.list(ResourceKind.PODS)) {
      boolean daemon = pod.getMetadata().getOwnerReferences().stream().anyMatch(o -> "DaemonSet".equals(o.getKind()));
      if (!daemon && node.getMetadata().getName().equals(pod.getSpec().getNodeName())) {
        replacePod(pod, origin);
      }
    }
  }

  private void scale(Action.Scale scale, Origin origin) {
    HasMetadata workload = workloads.find(scale.target()).orElse(null);
    if (workload == null) {
      error(origin, "there is no " + scale.target(), "name one of the input, or create it first");
      return;
    }
    HasMetadata scaled = workloads.scaled(workload, scale.replicas());
    List<Pod> pods = workloads.podsOf(scaled);
    if (pods.size() > scale.replicas()) {
      pods.subList(0, pods.size() - scale.replicas()).forEach(cluster::remove);
    } else {
      workloads.missing(scaled, origin, problems).forEach(this::create);
    }
  }

  private void patch(Action.Patch patch, Origin origin) {
    List<? extends HasMetadata> targets =
        patch.target().kind() == TargetKind.NODE ? nodes(patch.target(), origin) : pods(patch.target(), origin);
    for (HasMetadata object : targets) {
      if (serialization == null) {
        serialization = new KubernetesSerialization();
      }
      HasMetadata patched = patches.read(patch.with(), object, serialization.convertValue(object, Map.class), origin);
      if (patched == null) {
        return;
      }
      cluster.update(patched);
    }
  }

  private List<Pod> pods(Target target, Origin origin) {
    List<Pod> found =
        cluster.list(ResourceKind.PODS).stream()
            .filter(pod -> target.matches(pod.getMetadata().getNamespace(), pod.getMetadata().getName()))
            .toList();
    return told(found, target, origin);
  }

  private List<Node> nodes(Target target, Origin origin) {
    List<Node> found = cluster.list(ResourceKind.NODES).stream().filter(node -> target.matches("", node.getMetadata().getName())).toList();
    return told(found, target, origin);
  }

  private <T> List<T> told(List<T> found, Target target, Origin origin) {
    if (found.isEmpty()) {
      error(origin, "there is no " + target + " at that time", "check the name; a star stands for any letters");
    }
    return found;
  }

  private void error(Origin origin, String what, String advice) {
    problems.error(new Problem(origin, "", "", what, advice));
  }
}
