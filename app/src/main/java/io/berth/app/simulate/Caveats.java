package io.berth.app.simulate;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.framework.cluster.ResourceKind;
import io.berth.plugins.volumes.UnsupportedVolumes;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells where a real scheduler would do more than is simulated, so that nobody takes the result for the whole truth. */
final class Caveats {

  private Caveats() {}

  static void tell(List<Manifest> running, List<Pod> pending, InMemoryCluster cluster, Problems problems) {
    int lowest = Integer.MAX_VALUE;
    for (Manifest manifest : running) {
      var meta = manifest.object().getMetadata();
      lowest = Math.min(lowest, priority(cluster.get(ResourceKind.PODS, meta.getNamespace(), meta.getName())));
    }
    int bound = lowest;
    long preemptors = pending.stream().filter(pod -> mayPreempt(pod) && priority(pod) > bound).count();
    if (preemptors > 0) {
      String what = preemptors + (preemptors == 1 ? " pending pod has" : " pending pods have") + " a higher priority than pods that run";
      problems.warning("preemption", new Problem(null, "", "", what, "a real scheduler may preempt those, which is not simulated yet"));
    }
  }

  /** Pods that stay pending only because volumes are not simulated can be placed without them. */
  static void tellVolumes(List<Report.PendingPod> pending, Problems problems) {
    long held =
        pending.stream()
            .filter(pod -> pod.rejections().stream().anyMatch(rejection -> UnsupportedVolumes.NAME.equals(rejection.plugin())))
            .count();
    if (held > 0) {
      String what = held + (held == 1 ? " pod stays" : " pods stay") + " pending because of volumes, which are not simulated";
      problems.warning("volumes", new Problem(null, "", "", what, "--ignore-volumes places pods as if they had none"));
    }
  }

  private static boolean mayPreempt(Pod pod) {
    return !"Never".equals(pod.getSpec().getPreemptionPolicy());
  }

  private static int priority(@Nullable Pod pod) {
    return pod == null || pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority();
  }
}
