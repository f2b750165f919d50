package io.berth.simulator.controllers;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ClusterKinds;
import io.berth.simulator.internal.Mirror;
import io.berth.simulator.internal.ObjectKey;
import io.berth.simulator.internal.Session;
import io.berth.simulator.internal.WorkQueue;
import io.berth.simulator.internal.WorkQueue.Next;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The Deployment controller from one start to the next stop. Lives on its executor. */
final class DeploymentSession {
  private final Session session;
  private final WorkQueue<ObjectKey> queue;
  private final Mirror<Deployment> deployments;
  private final Mirror<ReplicaSet> sets;

  DeploymentSession(Session session) {
    this.session = session;
    this.queue = session.queue(this::reconcile);
    this.deployments = session.mirror(ClusterKinds.DEPLOYMENTS, (key, before, after) -> queue.add(key));
    this.sets = session.mirror(ResourceKind.REPLICA_SETS, this::setChanged);
  }

  private void setChanged(ObjectKey key, @Nullable ReplicaSet before, @Nullable ReplicaSet after) {
    OwnerReference owner = Owned.controller(after == null ? before : after, ClusterKinds.DEPLOYMENTS);
    if (owner != null) {
      queue.add(new ObjectKey(key.namespace(), owner.getName()));
    }
  }

  private Next reconcile(ObjectKey key) {
    Deployment deployment = deployments.get(key);
    if (deployment == null || deployment.getSpec() == null || deployment.getMetadata().getDeletionTimestamp() != null) {
      return Next.DONE;
    }
    List<ReplicaSet> owned =
        sets.list(key.namespace()).stream().filter(set -> Owned.isControlledBy(set, deployment)).toList();
    ReplicaSet current = owned.stream().filter(set -> Templates.isOf(deployment, set)).findFirst().orElse(null);
    List<ReplicaSet> old = owned.stream().filter(set -> set != current).toList();
    List<CompletionStage<? extends WriteOutcome<?>>> writes = new ArrayList<>();
    if (current == null) {
      int replicas = Rollout.replicasOfNew(deployment, 0, old);
      writes.add(session.cluster().create(ResourceKind.REPLICA_SETS, Templates.replicaSet(deployment, owned, replicas)));
    } else {
      for (Map.Entry<ReplicaSet, Integer> scale : Rollout.scales(deployment, current, old).entrySet()) {
        writes.add(session.cluster().update(ResourceKind.REPLICA_SETS, scaled(scale.getKey(), scale.getValue())));
      }
    }
    DeploymentStatus status = status(deployment, current, owned);
    if (!status.equals(deployment.getStatus())) {
      Deployment next = Beans.shallow(deployment);
      next.setStatus(status);
      writes.add(session.cluster().updateStatus(ClusterKinds.DEPLOYMENTS, next));
    }
    return writes.isEmpty() ? Next.DONE : new Next.Answered(Writes.all(writes));
  }

  private static ReplicaSet scaled(ReplicaSet set, int replicas) {
    ReplicaSet next = Beans.shallow(set);
    ReplicaSetSpec spec = Beans.shallow(set.getSpec());
    spec.setReplicas(replicas);
    next.setSpec(spec);
    return next;
  }

  private static DeploymentStatus status(Deployment deployment, @Nullable ReplicaSet current, List<ReplicaSet> owned) {
    DeploymentStatus status = deployment.getStatus() == null ? new DeploymentStatus() : Beans.shallow(deployment.getStatus());
    int available = owned.stream().mapToInt(Rollout::available).sum();
    status.setReplicas(owned.stream().mapToInt(Rollout::actual).sum());
    status.setUpdatedReplicas(current == null ? 0 : Rollout.actual(current));
    status.setReadyReplicas(owned.stream().mapToInt(Rollout::ready).sum());
    status.setAvailableReplicas(available);
    status.setUnavailableReplicas(Math.max(0, owned.stream().mapToInt(Rollout::wanted).sum() - available));
    status.setObservedGeneration(deployment.getMetadata().getGeneration());
    return status;
  }
}
