package io.berth.scheduler.internal.runtime;

import io.berth.framework.CycleState;
import io.berth.framework.NominationExtensions;
import io.berth.framework.NominationLoss;
import io.berth.framework.PreemptionEligibility;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs NominationExtensions.
 *
 * <p>Source: KEP-5690.
 */
final class NominationRunner {
  private static final Logger LOG = LoggerFactory.getLogger(NominationRunner.class);

  private final List<NominationExtensions> plugins;

  NominationRunner(List<NominationExtensions> plugins) {
    this.plugins = plugins;
  }

  Status addNominatedPod(CycleState state, PodInfo pod, String nodeName, List<PodInfo> victims) {
    Status result = Status.SUCCESS;
    for (NominationExtensions plugin : plugins) {
      try {
        plugin.addNominatedPod(state, pod, nodeName, victims);
      } catch (Exception e) {
        Status failure =
            PluginFailure.wrap("running AddNominatedPod of plugin \"" + plugin.name() + "\"", PluginFailure.of(e), plugin.name());
        result = result.isSuccess() ? failure : result;
      }
    }
    return result;
  }

  void removeNominatedPod(PodInfo pod, String nodeName, NominationLoss loss) {
    for (NominationExtensions plugin : plugins) {
      try {
        plugin.removeNominatedPod(pod, nodeName, loss);
      } catch (Exception e) {
        LOG.error("plugin {} failed to let go of what it held for pod {} on node {}", plugin.name(), pod.key(), nodeName, e);
      }
    }
  }

  void victimsSpared(PodInfo pod, String nodeName, List<PodInfo> spared) {
    for (NominationExtensions plugin : plugins) {
      try {
        plugin.victimsSpared(pod, nodeName, spared);
      } catch (Exception e) {
        LOG.error("plugin {} failed to take note of the victims that stay on node {} beside pod {}", plugin.name(), nodeName, pod.key(), e);
      }
    }
  }

  PreemptionEligibility podEligibleToPreempt(PodInfo pod, String nodeName) {
    for (NominationExtensions plugin : plugins) {
      PreemptionEligibility eligibility;
      try {
        eligibility = Objects.requireNonNull(plugin.podEligibleToPreempt(pod, nodeName), PluginFailure.NO_ANSWER.message());
      } catch (Exception e) {
        LOG.error("plugin {} failed to say whether pod {} may preempt again", plugin.name(), pod.key(), e);
        eligibility =
            PreemptionEligibility.notEligible("plugin " + plugin.name() + " failed: " + PluginFailure.of(e).message());
      }
      if (eligibility instanceof PreemptionEligibility.NotEligible not) {
        return not.plugin() == null ? new PreemptionEligibility.NotEligible(not.reason(), plugin.name()) : not;
      }
    }
    return PreemptionEligibility.ELIGIBLE;
  }
}
