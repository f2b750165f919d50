package io.berth.conformance;

import io.berth.framework.CycleState;
import io.berth.framework.EnqueueExtensions;
import io.berth.framework.PreFilterDecision;
import io.berth.framework.PreFilterPlugin;
import io.berth.framework.Snapshot;
import io.berth.framework.Status;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEvent;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.event.QueueingHint;
import io.berth.framework.model.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A plugin that rejects every pod and registers every event of pods and nodes, to hear what the queue is told. It lets no pod go.
 */
final class EventListener implements PreFilterPlugin, EnqueueExtensions {

  static final String NAME = "EventListener";

  private static final PreFilterDecision REJECTED = PreFilterDecision.reject(Status.unresolvable("listens"));

  private final List<Heard> heard = new ArrayList<>();

  /** One call of a hint. */
  private record Heard(String pod, Told told) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<ResourceKind<?>> reads() {
    return Set.of(ResourceKind.NAMESPACES);
  }

  @Override
  public PreFilterDecision preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
    return REJECTED;
  }

  @Override
  public List<ClusterEventWithHint<?>> eventsToRegister() {
    var actions = new ArrayList<>(ActionType.ALL.basicActions());
    actions.add(ActionType.UPDATE);
    var events = new ArrayList<ClusterEventWithHint<?>>();
    for (ActionType action : actions) {
      events.add(listen(EventResource.NODE, action));
      events.add(listen(EventResource.ASSIGNED_POD, action));
      events.add(listen(EventResource.TARGET_POD, action));
    }
    return events;
  }

  private <T> ClusterEventWithHint<T> listen(EventResource<T> resource, ActionType action) {
    ClusterEvent<T> event = ClusterEvent.of(resource, action);
    return ClusterEventWithHint.of(resource, action, (pod, oldObject, newObject) -> {
      heard.add(new Heard(pod.key(), new Told(event, oldObject, newObject)));
      return QueueingHint.QUEUE_SKIP;
    });
  }

  /** Forgets what was heard. */
  void clear() {
    heard.clear();
  }

  /** The events that came to this pod, in order. */
  List<Told> told(String pod) {
    List<Told> calls = heard.stream().filter(h -> h.pod().equals(pod)).map(Heard::told).toList();
    var events = new ArrayList<Told>();
    for (int i = 0; i < calls.size(); i++) {
      // Whoever registered all updates hears of a particular one, too.
      boolean again = isUpdate(calls.get(i)) && i > 0 && !isUpdate(calls.get(i - 1));
      if (!again) {
        events.add(calls.get(i));
      }
    }
    return events;
  }

  private static boolean isUpdate(Told told) {
    return told.event().actions().equals(ActionType.UPDATE);
  }
}
