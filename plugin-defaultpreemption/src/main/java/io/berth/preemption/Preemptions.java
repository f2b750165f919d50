package io.berth.preemption;

import io.berth.framework.Handle;
import io.berth.framework.model.PodInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The preemptions under way, one for each pod at most. Owned by the scheduler's own thread.
 *
 * <p>Source: pkg/scheduler/framework/preemption/executor.go (Executor), v1.37.2.
 */
final class Preemptions {
  private static final Logger LOG = LoggerFactory.getLogger(Preemptions.class);
  private static final int REMEMBERED_FAILURES = 1000;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Handle handle;
  private final Evictor evictor;
  private final Map<String, PreemptionTask> running = new HashMap<>();
  private final Map<String, Integer> failures =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > REMEMBERED_FAILURES;
        }
      };

  Preemptions(Handle handle, Evictor evictor) {
    this.handle = handle;
    this.evictor = evictor;
  }

  /** The preemption under way for the pod, or {@code null}. */
  @Nullable PreemptionTask find(PodInfo preemptor) {
    return running.get(preemptor.uid());
  }

  /** Evicts the victims for the pod, in a task of its own. Those that are going already need nothing. */
  void begin(PodInfo preemptor, Candidate candidate) {
    handle.metrics().preemptionVictims(candidate.victims().size());
    List<PodInfo> victims = candidate.victims().stream().filter(victim -> !victim.terminating()).toList();
    if (victims.isEmpty()) {
      return;
    }
    LOG.debug("pod {} preempts {} pods on node {}", preemptor.key(), victims.size(), candidate.node());
    PreemptionTask task = new PreemptionTask(handle, evictor, preemptor, candidate, victims, this::ended);
    running.put(preemptor.uid(), task);
    handle.schedulingExecutor().execute(task::begin);
  }

  private void ended(PreemptionTask task) {
    task.measure();
    String uid = task.preemptor().uid();
    if (!task.isVain()) {
      failures.remove(uid);
      leave(task);
      return;
    }
    if (!task.spared().isEmpty()) {
      handle.runner().runNominationExtensionsVictimsSpared(task.preemptor(), task.node(), task.spared());
    }
    Duration pause = pause(failures.merge(uid, 1, Integer::sum));
    pause = task.retryAfter().compareTo(pause) > 0 ? task.retryAfter() : pause;
    if (pause.isZero()) {
      leave(task);
    } else {
      handle.timers().schedule(pause, () -> handle.schedulingExecutor().execute(() -> leave(task)));
    }
  }

  /** No pause after the first failure; after others in a row longer and longer ones, so that a cluster that refuses is not pestered. */
  private static Duration pause(int inARow) {
    if (inARow == 1) {
      return Duration.ZERO;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(inARow - 2, 4));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private void leave(PreemptionTask task) {
    running.remove(task.preemptor().uid(), task);
    if (task.mustActivate()) {
      handle.activator().activate(List.of(task.preemptor()));
    }
  }
}
