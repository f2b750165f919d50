package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.World;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import io.berth.simulator.faults.WriteFault;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What happens to devices and claims. */
final class DraActions {
  private DraActions() {}

  /** The class is there. */
  record SetClass(String name, String expression) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.world().cluster().create(
          new DeviceClassBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec().addNewSelector().withNewCel(expression)
              .endSelector().endSpec().build());
    }
  }

  /** The class is gone. */
  record RemoveClass(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      var there = cluster.get(ResourceKind.DEVICE_CLASSES, "", name);
      if (there != null) {
        cluster.remove(there);
      }
    }
  }

  /** Templates of this name, in each namespace. */
  record AddTemplate(ClaimSpec claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.world().cluster().list(ResourceKind.NAMESPACES)
          .forEach(namespace -> history.world().cluster().create(claim.template(namespace.getMetadata().getName())));
    }
  }

  /** A claim that no pod owns. */
  record AddClaim(ClaimSpec claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.world().cluster().create(claim.claim());
    }
  }

  /** The claim is deleted; it stays as long as it protects itself. */
  record DeleteClaim(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      ResourceClaim there = cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", name);
      if (there != null) {
        cluster.delete(there);
      }
    }
  }

  /** Somebody writes something into a claim that matters to nobody. */
  record TouchClaim(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      World world = history.world();
      ResourceClaim there = world.cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", name);
      if (there != null) {
        world.cluster().update(
            new ResourceClaimBuilder(there).editMetadata().addToAnnotations("touched", world.time().now().toString()).endMetadata().build());
      }
    }
  }

  /** The pool is like that from now on: what there was under its name goes or changes, slice by slice. */
  record SetPool(PoolSpec pool) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      Set<String> names = new HashSet<>();
      for (ResourceSlice slice : pool.build()) {
        String name = slice.getMetadata().getName();
        names.add(name);
        ResourceSlice there = cluster.get(ResourceKind.RESOURCE_SLICES, "", name);
        if (there == null) {
          cluster.create(slice);
        } else {
          cluster.update(
              new ResourceSliceBuilder(slice).editMetadata().withUid(there.getMetadata().getUid()).endMetadata().build());
        }
      }
      removeSlices(cluster, pool.node(), names);
    }

    @Override
    public List<Action> simpler() {
      return pool.devices().size() < 2
          ? List.of()
          : List.of(
              new SetPool(new PoolSpec(pool.node(), pool.generation(), pool.units(), pool.devices().subList(1, pool.devices().size()))),
              new SetPool(new PoolSpec(pool.node(), pool.generation(), pool.units(), pool.devices().subList(0, pool.devices().size() - 1))));
    }
  }

  /** The driver takes its pool back. */
  record RemovePool(String node) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      removeSlices(history.world().cluster(), node, Set.of());
    }
  }

  private static void removeSlices(InMemoryCluster cluster, String node, Set<String> but) {
    for (ResourceSlice slice : cluster.list(ResourceKind.RESOURCE_SLICES)) {
      if (node.equals(slice.getSpec().getNodeName()) && !but.contains(slice.getMetadata().getName())) {
        cluster.remove(slice);
      }
    }
  }

  /** Another scheduler gives its own claim a device that it sees free. */
  record TakeDevice(String claim, String node, String device) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      boolean held =
          cluster.list(ResourceKind.RESOURCE_CLAIMS).stream()
              .flatMap(other -> Devices.of(other).stream())
              .anyMatch(result -> result.getPool().equals(node) && result.getDevice().equals(device));
      if (!held) {
        ResourceClaim made = cluster.create(new ClaimSpec(claim, List.of(new ClaimSpec.Ask(false, 1, ""))).claim());
        cluster.update(allocated(made));
      }
    }

    private ResourceClaim allocated(ResourceClaim made) {
      DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
      result.setRequest("r0");
      result.setDriver(PoolSpec.DRIVER);
      result.setPool(node);
      result.setDevice(device);
      NodeSelector there =
          new NodeSelectorBuilder().addNewNodeSelectorTerm().addNewMatchField()
              .withKey("metadata.name").withOperator("In").withValues(node).endMatchField()
              .endNodeSelectorTerm().build();
      return new ResourceClaimBuilder(made)
          .withNewStatus()
          .withNewAllocation()
          .withNewDevices()
          .withResults(result)
          .endDevices()
          .withNodeSelector(there)
          .endAllocation()
          .addNewReservedFor()
          .withApiGroup("example.com")
          .withResource("jobs")
          .withName(claim)
          .withUid(claim)
          .endReservedFor()
          .endStatus()
          .build();
    }
  }

  /** The other scheduler's claim is gone, with what it held. */
  record GiveBack(String claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      ResourceClaim there = history.world().cluster().get(ResourceKind.RESOURCE_CLAIMS, "default", claim);
      if (there != null) {
        history.world().cluster().remove(there);
      }
    }
  }

  /** The claim controller stops. */
  record StopClaims() implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.theme(DraRun.class).controllers().stop();
    }
  }

  /** The claim controller starts, and is so late with everything from now on. */
  record StartClaims(Duration delay) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.theme(DraRun.class).controllers().start(delay);
    }
  }

  /** The next request of this kind for a claim goes wrong. */
  record BreakClaim(Verb verb, WriteDecision decision) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.world().faults().arm(WriteFault.of(decision).on(verb).ofKind(ResourceKind.RESOURCE_CLAIMS).atMost(1));
    }
  }

  /** A pod loses its place among those who may use its claims, as somebody's mistake. */
  record Unreserve(String claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.world().cluster();
      ResourceClaim there = cluster.get(ResourceKind.RESOURCE_CLAIMS, "default", claim);
      boolean used =
          there != null
              && cluster.list(ResourceKind.PODS).stream().anyMatch(pod -> Devices.isReservedFor(there, pod) && hasNode(pod));
      if (there != null && !used && there.getStatus() != null) {
        cluster.update(new ResourceClaimBuilder(there).editStatus().withReservedFor().endStatus().build());
      }
    }

    private static boolean hasNode(Pod pod) {
      return pod.getSpec().getNodeName() != null && !pod.getSpec().getNodeName().isEmpty();
    }
  }
}
