package io.berth.app.simulate;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.plugins.volumes.UnsupportedVolumes;
import io.berth.simulator.RecordedEvent;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Set;

/** Tells where a real scheduler would do more than is simulated, so that nobody takes the result for the whole truth. */
final class Caveats {

  private Caveats() {}

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

  /** Claims that are held by pods nobody knows here are given back when the run begins, though those pods may well run. */
  static void tellAbsentConsumers(Devices devices, Set<String> known, Problems problems) {
    for (Devices.Claim claim : devices.claims()) {
      for (String pod : claim.pods()) {
        if (!known.contains(claim.namespace() + "/" + pod)) {
          String subject = "ResourceClaim " + claim.namespace() + "/" + claim.name();
          String what = "is held by pod " + pod + ", which is not in the input";
          problems.warning("absent consumers", new Problem(null, subject, "status.reservedFor", what, "it is given back when the run begins; add the pod"));
        }
      }
    }
  }

  /** A budget allows no disruptions until somebody has counted them; in a cluster a controller does so at once. */
  static void tellUncountedBudgets(List<Manifest> manifests, Problems problems) {
    for (Manifest manifest : manifests) {
      if (manifest.object() instanceof PodDisruptionBudget budget
          && (budget.getStatus() == null || budget.getStatus().getDisruptionsAllowed() == null)) {
        String what = "is missing and counts as 0, so that preemption spares all pods of this budget as far as it can";
        String advice = "give the number that kubectl get prints of it, or that you expect";
        problems.warning(
            "uncounted budgets", new Problem(manifest.origin(), manifest.subject(), "status.disruptionsAllowed", what, advice));
      }
    }
  }

  /** Of what is wrong with a pool of devices as a whole, nobody hears by the pods alone. */
  static void tellIgnoredDevices(List<RecordedEvent> events, Problems problems) {
    for (RecordedEvent event : events) {
      if (event.reason().equals("ResourcePoolIgnored") || event.reason().equals("ResourceSliceIgnored")) {
        problems.warning(event.note(), new Problem(null, "ResourceSlice " + event.regarding(), "", event.note(), "none of its devices is given away"));
      }
    }
  }
}
