package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.World;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.RefusedException;
import io.berth.simulator.faults.WatchFault;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes the actions of a history happen in a world. */
final class Actor {
  private static final Duration REST_AT_LEAST = Duration.ofSeconds(45);
  private static final Duration REST_AT_MOST = Duration.ofSeconds(180);

  private final RunningHistory history;
  private final World world;
  private final InMemoryCluster cluster;
  private final NaiveChecks naive;
  private final UnrelatedRetries retries;

  Actor(RunningHistory history, NaiveChecks naive, UnrelatedRetries retries) {
    this.history = history;
    this.world = history.world();
    this.naive = naive;
    this.cluster = world.cluster();
    this.retries = retries;
  }

  void act(Action action) {
    world.story().tell(action.toString());
    try {
      if (action instanceof Action.OfTheme own) {
        own.happen(history);
      } else if (!onNodes(action) && !onPods(action) && !onScheduler(action)) {
        onFaults(action);
      }
    } catch (RefusedException refused) {
      world.story().tell("refused: " + refused.getMessage());
    }
  }

  private boolean onNodes(Action action) {
    if (action instanceof Action.SetNode set) {
      history.put(set.node().build());
    } else if (action instanceof Action.ReplaceNode replace) {
      removeNode(replace.node().name());
      cluster.create(replace.node().build());
    } else if (action instanceof Action.RemoveNode remove) {
      removeNode(remove.name());
    } else if (action instanceof Action.RelabelNamespace relabel) {
      relabel(relabel.name(), relabel.team());
    } else {
      return false;
    }
    return true;
  }

  private void removeNode(String name) {
    Node there = cluster.node(name);
    if (there != null) {
      cluster.remove(there);
    }
  }

  private void relabel(String name, String team) {
    Namespace there = cluster.get(ResourceKind.NAMESPACES, "", name);
    if (there != null) {
      cluster.update(new NamespaceBuilder(there).editMetadata().addToLabels("team", team).endMetadata().build());
    }
  }

  private boolean onPods(Action action) {
    if (action instanceof Action.AddPod add) {
      cluster.create(PodBeans.build(add.pod()));
    } else if (action instanceof Action.AddPodOn add) {
      cluster.create(new PodBuilder(PodBeans.build(add.pod())).editSpec().withNodeName(add.node()).endSpec().build());
    } else if (action instanceof Action.DeletePod delete) {
      with(delete.name(), cluster::delete);
    } else if (action instanceof Action.DropPod drop) {
      with(drop.name(), cluster::remove);
    } else if (action instanceof Action.FinishPod finish) {
      change(finish.name(), pod -> placed(pod) ? pod.editStatus().withPhase("Succeeded").endStatus() : pod);
    } else if (action instanceof Action.ResizePod resize) {
      change(resize.name(), pod -> resize(pod, resize));
    } else if (action instanceof Action.RelabelPod relabel) {
      change(relabel.name(), pod -> pod.editMetadata().addToLabels("app", relabel.app()).endMetadata());
    } else if (action instanceof Action.TouchPod touch) {
      change(touch.name(), pod -> pod.editMetadata().addToAnnotations("touched", world.time().now().toString()).endMetadata());
    } else if (action instanceof Action.UngatePod ungate) {
      change(ungate.name(), pod -> pod.editSpec().withSchedulingGates(List.of()).endSpec());
    } else if (action instanceof Action.LetPodTolerate tolerate) {
      change(tolerate.name(), pod -> pod.editSpec().addNewToleration().withOperator("Exists").endToleration().endSpec());
    } else if (action instanceof Action.BindPod bind) {
      change(bind.name(), pod -> bindable(pod) ? pod.editSpec().withNodeName(bind.node()).endSpec() : pod);
    } else if (action instanceof Action.NominatePod nominate) {
      String node = nominate.node().isEmpty() ? null : nominate.node();
      change(nominate.name(), pod -> placed(pod) ? pod : pod.editOrNewStatus().withNominatedNodeName(node).endStatus());
    } else {
      return false;
    }
    return true;
  }

  private static boolean placed(PodBuilder pod) {
    String node = pod.buildSpec().getNodeName();
    return node != null && !node.isEmpty();
  }

  private static boolean bindable(PodBuilder pod) {
    return !placed(pod) && pod.buildMetadata().getDeletionTimestamp() == null && pod.buildSpec().getSchedulingGates().isEmpty();
  }

  private static PodBuilder resize(PodBuilder pod, Action.ResizePod resize) {
    Map<String, Quantity> requests = new LinkedHashMap<>(pod.buildSpec().getContainers().get(0).getResources().getRequests());
    requests.put("cpu", new Quantity(resize.milliCpu() + "m"));
    requests.put("memory", new Quantity(resize.memoryMi() + "Mi"));
    return pod.editSpec()
        .editContainer(0)
        .editResources()
        .withRequests(requests)
        .endResources()
        .endContainer()
        .endSpec();
  }

  private boolean onScheduler(Action action) {
    if (action instanceof Action.Crash) {
      world.crashScheduler();
    } else if (action instanceof Action.Start) {
      world.startScheduler();
    } else if (action instanceof Action.Replace) {
      world.replaceScheduler();
    } else if (action instanceof Action.StopKubelets) {
      world.kubelets().stop();
    } else if (action instanceof Action.StartKubelets) {
      world.kubelets().start();
    } else if (action instanceof Action.ActivatePod activate) {
      activate(activate.name());
    } else if (action instanceof Action.ExplainPod explain) {
      with(explain.name(), pod -> naive.explain(world, pod));
    } else if (action instanceof Action.Rest) {
      removeOrphans();
      history.themes().forEach(theme -> theme.rest(world));
      world.rest(REST_AT_LEAST, REST_AT_MOST);
    } else {
      return false;
    }
    return true;
  }

  /** As the garbage collector of pods does. */
  private void removeOrphans() {
    for (Pod pod : cluster.list(ResourceKind.PODS)) {
      String node = pod.getSpec().getNodeName();
      if (node != null && !node.isEmpty() && cluster.node(node) == null) {
        cluster.remove(pod);
      }
    }
  }

  private void activate(String name) {
    Scheduler scheduler = world.scheduler();
    Pod pod = find(name);
    if (scheduler != null && pod != null) {
      retries.activated(pod.getMetadata().getUid());
      world.activate(pod);
    }
  }

  private void onFaults(Action action) {
    if (action instanceof Action.BreakWrite write) {
      world.faults().arm(WriteFault.of(write.decision()).on(write.verb()).atMost(1));
    } else if (action instanceof Action.BreakWatch watch) {
      world.faults().arm(WatchFault.of(watch.decision()).ofKind(watch.kind()).when(world.toldTo(watch.who())).atMost(1));
    } else if (action instanceof Action.CutWatches cut) {
      cluster.disconnectWatches(cut.kind(), cut.duration());
      if (cut.forget()) {
        cluster.forgetHistory(cut.kind());
      }
    } else {
      throw new IllegalArgumentException("nobody does " + action);
    }
  }

  private void change(String name, UnaryOperator<PodBuilder> change) {
    with(name, pod -> cluster.update(change.apply(new PodBuilder(pod)).build()));
  }

  private void with(String name, Consumer<Pod> action) {
    Pod pod = find(name);
    if (pod != null) {
      action.accept(pod);
    }
  }

  private @Nullable Pod find(String name) {
    Pod pod = cluster.get(ResourceKind.PODS, "default", name);
    return pod != null ? pod : cluster.get(ResourceKind.PODS, HistoryGenerator.OTHER_NAMESPACE, name);
  }
}
