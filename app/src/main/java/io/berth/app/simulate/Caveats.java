package io.berth.app.simulate;

import io.berth.app.manifest.Problem;
import io.berth.app.manifest.Problems;
import io.berth.plugins.volumes.UnsupportedVolumes;
import java.util.List;

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
}
