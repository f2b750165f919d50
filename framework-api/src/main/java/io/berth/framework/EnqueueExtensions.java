package io.berth.framework;

import io.berth.framework.event.ClusterEventWithHint;
import java.util.List;

/**
 * Says which events may make a pod schedulable that this plugin rejected in PreEnqueue, PreFilter, Filter, Reserve or Permit.
 *
 * <p>A plugin that rejects pods and lacks this interface has its pods retried on every event. An empty list means that no event
 * ever helps.
 *
 * <p>Source: kube-scheduler/framework/interface.go, v1.37.2.
 */
public interface EnqueueExtensions extends Plugin {
  /** The events, each with an optional hint. Asked once, at start. */
  List<ClusterEventWithHint<?>> eventsToRegister();
}
