package io.berth.app.workload;

import io.berth.app.manifest.Inventory;
import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the pods that an input's workloads stand for and that are not in it. Pods of an owner that are in the input count: only what is
 * missing is added, and for a workload that comes from an API server the user is told, since there the controllers had made what there is.
 */
public final class WorkloadExpansion {

  /**
   * What came of it.
   *
   * @param manifests the input's objects in their order, each workload followed by what was added for it
   * @param workloads how many workloads were expanded
   * @param podsAdded how many pods were added
   */
  public record Result(List<Manifest> manifests, int workloads, int podsAdded) {}

  private final Problems problems;
  private final Inventory inventory;
  private final PodBudget budget = new PodBudget();
  private final ReplicaExpansion replicas;
  private final StatefulSetExpansion statefulSets;
  private final JobExpansion jobs;
  private final DaemonSetExpansion daemonSets;

  private WorkloadExpansion(Inventory inventory, Problems problems) {
    this.problems = problems;
    this.inventory = inventory;
    var owned = new OwnedPods(inventory);
    var maker = new PodMaker(inventory, budget);
    replicas = new ReplicaExpansion(owned, maker);
    statefulSets = new StatefulSetExpansion(maker);
    jobs = new JobExpansion(owned, maker);
    daemonSets = new DaemonSetExpansion(owned, maker, inventory.all(Node.class));
  }

  /**
   * Expands the workloads of an input; what is not expanded becomes a warning, and what is too big an error: then the result is not whole.
   */
  public static Result expand(Inventory inventory, Problems problems) {
    return new WorkloadExpansion(inventory, problems).expand();
  }

  private Result expand() {
    var all = new ArrayList<Manifest>();
    int workloads = 0;
    int pods = 0;
    for (Manifest manifest : inventory.manifests()) {
      all.add(manifest);
      List<HasMetadata> added = added(manifest);
      tellRefused(manifest, budget.takeRefused());
      int addedPods = (int) added.stream().filter(Pod.class::isInstance).count();
      added.forEach(object -> all.add(new Manifest(object, manifest.origin())));
      if (addedPods > 0) {
        workloads++;
        pods += addedPods;
        if (Owners.isFromApiServer(manifest.object())) {
          tellMissing(manifest, addedPods);
        }
      }
    }
    return new Result(List.copyOf(all), workloads, pods);
  }

  private List<HasMetadata> added(Manifest manifest) {
    HasMetadata object = manifest.object();
    if (object instanceof Deployment deployment) {
      return replicas.expand(deployment);
    } else if (object instanceof ReplicaSet set) {
      return replicas.expand(set);
    } else if (object instanceof ReplicationController controller) {
      return replicas.expand(controller);
    } else if (object instanceof StatefulSet set) {
      return statefulSets.expand(set);
    } else if (object instanceof Job job) {
      return jobs.expand(job);
    } else if (object instanceof DaemonSet set) {
      return daemonSets.expand(set);
    } else if (object instanceof CronJob) {
      problems.warning(
          "CronJob",
          new Problem(
              manifest.origin(), manifest.subject(), "", "is not expanded to pods, since it has none until its time comes", ""));
    }
    return List.of();
  }

  private void tellRefused(Manifest manifest, long refused) {
    if (refused > 0) {
      problems.error(
          new Problem(
              manifest.origin(),
              manifest.subject(),
              "",
              "stands for " + refused + " pods, but the workloads of an input may add no more than " + PodBudget.MOST + " altogether",
              "lower its number"));
    }
  }

  private void tellMissing(Manifest manifest, int added) {
    problems.warning(
        "missing pods of " + manifest.object().getKind(),
        new Problem(
            manifest.origin(),
            manifest.subject(),
            "",
            "comes from an API server, but " + added + (added == 1 ? " of its pods is" : " of its pods are") + " not in the input",
            "added as if its controller had just created " + (added == 1 ? "it" : "them")));
  }
}
