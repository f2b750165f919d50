package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What happens to devices and claims. */
final class DraActions {
  private DraActions() {}

  /**
   * The class is there.
   *
   * @param configured whether it has a configuration
   * @param standsForGpus whether it stands for an extended resource
   */
  record SetClass(String name, Selector selector, boolean configured, boolean standsForGpus) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      DeviceClassBuilder wanted =
          new DeviceClassBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec().addNewSelector().withNewCel(selector.text())
              .endSelector().withExtendedResourceName(standsForGpus ? Devices.GPU : null).endSpec();
      if (configured) {
        wanted.editSpec().addNewConfig().withNewOpaque(PoolSpec.DRIVER, Map.of("of", name)).endConfig().endSpec();
      }
      history.put(wanted.build());
    }

    @Override
    public List<Action> simpler() {
      return configured ? List.of(new SetClass(name, selector, false, standsForGpus)) : List.of();
    }
  }

  /** The class is gone. */
  record RemoveClass(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.find(ResourceKind.DEVICE_CLASSES, "", name).ifPresent(history.cluster()::remove);
    }
  }

  /** Templates of this name, in each namespace. */
  record AddTemplate(ClaimSpec claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.cluster().list(ResourceKind.NAMESPACES)
          .forEach(namespace -> history.cluster().create(claim.template(namespace.getMetadata().getName())));
    }

    @Override
    public List<Action> simpler() {
      return claim.simpler().stream().<Action>map(AddTemplate::new).toList();
    }
  }

  /** A claim that no pod owns. */
  record AddClaim(ClaimSpec claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.cluster().create(claim.claim());
    }

    @Override
    public List<Action> simpler() {
      return claim.simpler().stream().<Action>map(AddClaim::new).toList();
    }
  }

  /** The claim is deleted; it stays as long as it protects itself. */
  record DeleteClaim(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.find(ResourceKind.RESOURCE_CLAIMS, "default", name).ifPresent(history.cluster()::delete);
    }
  }

  /** Somebody writes something into a claim that matters to nobody. */
  record TouchClaim(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      String now = history.world().time().now().toString();
      history.find(ResourceKind.RESOURCE_CLAIMS, "default", name).ifPresent(
          there -> history.cluster().update(new ResourceClaimBuilder(there).editMetadata().addToAnnotations("touched", now).endMetadata().build()));
    }
  }

  /** Another scheduler gives its own claim a device that it sees free. */
  record TakeDevice(String claim, String pool, String device) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      InMemoryCluster cluster = history.cluster();
      boolean held =
          cluster.list(ResourceKind.RESOURCE_CLAIMS).stream()
              .flatMap(other -> Devices.of(other).stream())
              .anyMatch(result -> result.getPool().equals(pool) && result.getDevice().equals(device));
      if (!held) {
        ResourceClaim made = cluster.create(new ClaimSpec(claim, List.of(ClaimSpec.Ask.of(ClaimSpec.Wish.of(ClaimSpec.WHOLE, 1)))).claim());
        cluster.update(allocated(made));
      }
    }

    private ResourceClaim allocated(ResourceClaim made) {
      DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
      result.setRequest("r0");
      result.setDriver(PoolSpec.driver(pool));
      result.setPool(pool);
      result.setDevice(device);
      NodeSelector there =
          new NodeSelectorBuilder().addNewNodeSelectorTerm().addNewMatchField()
              .withKey("metadata.name").withOperator("In").withValues(pool).endMatchField()
              .endNodeSelectorTerm().build();
      return new ResourceClaimBuilder(made)
          .withNewStatus()
          .withNewAllocation()
          .withNewDevices()
          .withResults(result)
          .endDevices()
          .withNodeSelector(PoolSpec.isNetwork(pool) ? null : there)
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
      history.find(ResourceKind.RESOURCE_CLAIMS, "default", claim).ifPresent(history.cluster()::remove);
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

  /** A pod loses its place among those who may use its claims, as somebody's mistake. */
  record Unreserve(String claim) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.find(ResourceKind.RESOURCE_CLAIMS, "default", claim)
          .filter(there -> there.getStatus() != null)
          .filter(there -> history.cluster().list(ResourceKind.PODS).stream().noneMatch(pod -> Devices.isReservedFor(there, pod) && PodStates.hasNode(pod)))
          .ifPresent(there -> history.cluster().update(new ResourceClaimBuilder(there).editStatus().withReservedFor().endStatus().build()));
    }
  }
}
