package io.berth.conformance;

import io.berth.app.config.DefaultProfile;
import io.berth.framework.Profile;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes one change on the cluster of a complete scheduler, and hears what its event handlers tell the queue. Two pods wait there: the
 * case's own, and one of the lowest priority, which every event reaches.
 *
 * @param toPod the events that reached the case's pod
 * @param toLowest the events that reached the pod of the lowest priority
 */
record ToldChange(List<Told> toPod, List<Told> toLowest) {

  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of("node", Node.class, "namespace", Namespace.class);

  /** Makes a change {@code {kind, old?, new?}} while the pod waits. */
  static ToldChange of(JsonNode waiting, JsonNode change) {
    var listener = new EventListener();
    try (var scheduler = new SteppedScheduler(profile(listener))) {
      InMemoryCluster cluster = scheduler.cluster();
      String kind = change.path("kind").asString();
      Class<? extends HasMetadata> type = TYPES.getOrDefault(kind.replaceFirst("[A-Z].*", ""), Pod.class);
      boolean own = kind.equals("ownUpdate");
      Pod pod = KubeObjects.read(own ? change.path("old") : waiting, Pod.class);
      Pod lowest = lowest();
      cluster.create(KubeObjects.read(KubeObjects.named("Node", "elsewhere"), Node.class));
      cluster.create(pod);
      cluster.create(lowest);
      scheduler.settle();
      while (scheduler.offers()) {
        scheduler.cycle();
        scheduler.settle();
      }
      // For its own update the pod becomes again what it was before its failed cycle.
      if (own) {
        cluster.update(pod);
      } else if (change.has("old")) {
        cluster.create(KubeObjects.read(change.get("old"), type));
      }
      scheduler.settle();
      listener.clear();
      make(cluster, change, type);
      scheduler.settle();
      scheduler.check();
      return new ToldChange(listener.told(key(pod)), listener.told(key(lowest)));
    }
  }

  private static Profile profile(EventListener listener) {
    Profile.Builder builder = Profile.builder(Profile.DEFAULT_SCHEDULER_NAME);
    for (String name : List.of("PrioritySort", "DefaultBinder")) {
      builder.enable(name, DefaultProfile.factory(name, Map.of()));
    }
    return builder.enable(EventListener.NAME, handle -> listener).build();
  }

  private static Pod lowest() {
    ObjectNode tree = KubeObjects.named("Pod", "lowest");
    tree.withObject("/metadata").put("namespace", "elsewhere");
    tree.putObject("spec").put("priority", Integer.MIN_VALUE);
    return KubeObjects.read(tree, Pod.class);
  }

  private static void make(InMemoryCluster cluster, JsonNode change, Class<? extends HasMetadata> type) {
    if (!change.has("new")) {
      cluster.remove(KubeObjects.read(change.get("old"), type));
    } else if (!change.has("old")) {
      cluster.create(KubeObjects.read(change.get("new"), type));
    } else if (isEnding(change, "new") && !isEnding(change, "old")) {
      Pod pod = KubeObjects.read(change.get("new"), Pod.class);
      cluster.delete(ObjectRef.of(ResourceKind.PODS, pod), pod.getMetadata().getDeletionGracePeriodSeconds());
    } else {
      HasMetadata object = KubeObjects.read(change.get("new"), type);
      if (object instanceof Pod && change.get("new").equals(change.get("old"))) {
        // A cluster says nothing of an update that changes nothing, which upstream's scheduler was told all the same.
        object.getMetadata().setAnnotations(Map.of("example.com/touched", "true"));
      }
      cluster.update(object);
    }
  }

  /** Whether the object was told to end; an update cannot say that. */
  private static boolean isEnding(JsonNode change, String when) {
    return change.path(when).path("metadata").has("deletionTimestamp");
  }

  private static String key(Pod pod) {
    return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
  }
}
