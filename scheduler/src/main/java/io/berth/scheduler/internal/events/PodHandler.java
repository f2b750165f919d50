package io.berth.scheduler.internal.events;

import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of pods, reads each version once, and hands them to those who deal with waiting and with placed pods. A pod that has ended is
 * the same as one that is gone. Events that come twice, late or after missed ones end in the right state.
 *
 * <p>Source: pkg/scheduler/eventhandlers.go (addPod, updatePod, deletePod) and pkg/scheduler/scheduler.go (newPodInformer), v1.37.2.
 */
public final class PodHandler implements Feed.ObjectHandler<Pod> {
  private static final Logger LOG = LoggerFactory.getLogger(PodHandler.class);

  private final PodStore pods;
  private final EffectiveRequests requests;
  private final PodReactions reactions;
  private final @Nullable ObjectStore<Pod> store;
  private final EventMeter meter;

  /** Hands pods on to the reactions. */
  public PodHandler(PodStore pods, EffectiveRequests requests, PodReactions reactions, Stores stores, EventMeter meter) {
    this.pods = pods;
    this.requests = requests;
    this.reactions = reactions;
    this.store = stores.find(ResourceKind.PODS);
    this.meter = meter;
  }

  @Override
  public void added(Pod object) {
    PodInfo pod = read(object);
    if (pod == null) {
      return;
    }
    PodInfo known = pods.get(pod.key());
    if (known != null && !known.uid().equals(pod.uid())) {
      remove(known, true);
      known = null;
    }
    if (pod.terminal()) {
      if (known != null) {
        remove(known, false);
      }
    } else if (known == null) {
      put(pod);
      reactions.added(pod);
    } else if (!sameVersion(known.pod(), object)) {
      put(pod);
      reactions.updated(known, pod);
    }
  }

  @Override
  public void updated(Pod oldObject, Pod newObject) {
    added(newObject);
  }

  @Override
  public void deleted(Pod last, boolean finalStateUnknown) {
    PodInfo known = pods.get(key(last));
    if (known == null || !Objects.equals(known.pod().getMetadata().getUid(), last.getMetadata().getUid())) {
      return; // gone before
    }
    PodInfo state = last == known.pod() || finalStateUnknown ? known : read(last);
    remove(state == null || state.terminal() ? known : state, finalStateUnknown);
  }

  private void put(PodInfo pod) {
    pods.put(pod);
    if (store != null) {
      store.put(pod.pod());
    }
  }

  private void remove(PodInfo pod, boolean finalStateUnknown) {
    pods.remove(pod);
    if (store != null) {
      store.remove(pod.pod(), finalStateUnknown);
    }
    reactions.deleted(pod, finalStateUnknown);
  }

  private @Nullable PodInfo read(Pod pod) {
    try {
      return PodInfo.of(pod, requests);
    } catch (IllegalArgumentException e) {
      LOG.error("pod {} cannot be read; what was known of it stands", key(pod), e);
      meter.ignored("unreadable pod");
      return null;
    }
  }

  private static String key(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    return (namespace == null ? "" : namespace) + "/" + pod.getMetadata().getName();
  }

  private static boolean sameVersion(Pod a, Pod b) {
    String version = a.getMetadata().getResourceVersion();
    return version != null && !version.isEmpty() && version.equals(b.getMetadata().getResourceVersion());
  }
}
