package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Action;
import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.RunningHistory;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What others do to pods that are nominated, whichever these are when the time has come. */
public final class NomineeActions {
  private NomineeActions() {}

  /** Another scheduler binds one of them; to the node that it is nominated to if none is named. */
  public record Bind(int which, String node) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      PodInfo nominee = nominee(history, which);
      Pod pod = nominee == null ? null : waiting(history, nominee);
      if (nominee != null && pod != null) {
        String chosen = node.isEmpty() ? nominee.nodeName() : node;
        history.world().cluster().update(new PodBuilder(pod).editSpec().withNodeName(chosen).endSpec().build());
      }
    }
  }

  /** One of them is deleted, with no grace. */
  public record Drop(int which) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      PodInfo nominee = nominee(history, which);
      Pod pod = nominee == null ? null : waiting(history, nominee);
      if (pod != null) {
        history.world().cluster().remove(pod);
      }
    }
  }

  /** Somebody writes another node into the status of one of them; empty for none. */
  public record Move(int which, String node) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      PodInfo nominee = nominee(history, which);
      Pod pod = nominee == null ? null : waiting(history, nominee);
      if (pod != null) {
        history.world().cluster().update(
            new PodBuilder(pod).editOrNewStatus().withNominatedNodeName(node.isEmpty() ? null : node).endStatus().build());
      }
    }
  }

  private static @Nullable PodInfo nominee(RunningHistory history, int which) {
    List<PodInfo> all = history.world().nominations();
    return all.isEmpty() ? null : all.get(which % all.size());
  }

  private static @Nullable Pod waiting(RunningHistory history, PodInfo nominee) {
    InMemoryCluster cluster = history.world().cluster();
    Pod pod = cluster.get(ResourceKind.PODS, nominee.namespace(), nominee.name());
    boolean waits =
        pod != null && pod.getMetadata().getUid().equals(nominee.uid()) && pod.getMetadata().getDeletionTimestamp() == null
            && !PodStates.hasNode(pod);
    return waits ? pod : null;
  }
}
