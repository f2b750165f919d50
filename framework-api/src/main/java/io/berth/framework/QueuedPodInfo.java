package io.berth.framework;

import io.berth.framework.model.PodInfo;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod as the scheduling queue sees it. Implemented by the engine; read-only for plugins, and only valid during the call that
 * hands it out.
 *
 * <p>Source: kube-scheduler/framework/types.go (QueuedEntityInfo), v1.37.2.
 */
public interface QueuedPodInfo {
  /** The pod. */
  PodInfo pod();

  /** When the pod was last added to the queue. */
  Instant timestamp();

  /** How many scheduling cycles the pod has had. */
  int attempts();

  /** How many of them ended unschedulable; decides the length of the backoff. */
  int unschedulableCount();

  /** How many ended in an error, one after the other, since the last other outcome. */
  int consecutiveErrorsCount();

  /** When the pod was first added to the queue. */
  @Nullable Instant initialAttemptTimestamp();

  /** Names of the plugins that rejected the pod in its last cycle. */
  Set<String> unschedulablePlugins();

  /** Names of the plugins that returned {@link Code#PENDING} in its last cycle. */
  Set<String> pendingPlugins();

  /** The PreEnqueue plugin that holds the pod back, or {@code null}. */
  @Nullable String gatingPlugin();
}
