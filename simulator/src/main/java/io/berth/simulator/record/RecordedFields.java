package io.berth.simulator.record;

import static io.berth.simulator.record.Field.amount;
import static io.berth.simulator.record.Field.keyed;
import static io.berth.simulator.record.Field.labels;
import static io.berth.simulator.record.Field.list;
import static io.berth.simulator.record.Field.map;
import static io.berth.simulator.record.Field.name;
import static io.berth.simulator.record.Field.object;
import static io.berth.simulator.record.Field.objectWithMoreThan;
import static io.berth.simulator.record.Field.oneOf;
import static io.berth.simulator.record.Field.presence;
import static io.berth.simulator.record.Field.resources;
import static io.berth.simulator.record.Field.text;
import static io.berth.simulator.record.Field.word;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields that scheduling reads, kind by kind, and what each of them is; a recording has no others. */
final class RecordedFields {

  private static final String[] OPERATORS = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Equal"};
  private static final String[] POLICIES = {"Always", "OnFailure", "Never", "PreemptLowerPriority", "Honor", "Ignore", "IfHealthyBudget", "AlwaysAllow"};
  private static final Set<String> OWNERS =
      Set.of("ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Job", "CronJob", "Deployment", "Node", "Pod");
  private static final Set<String> CONDITIONS = Set.of("PodScheduled", "DisruptionTarget", "PodResizePending", "PodResizeInProgress");

  private static final Field LABEL_KEY = word(Names::labelKey);
  private static final Field IMAGE = word(Names::image);
  private static final Field REQUIREMENT = keyed(object("operator", oneOf(OPERATORS)));
  private static final Field SELECTOR = object("matchLabels", labels(), "matchExpressions", list(REQUIREMENT));

  /** The annotation of claims that a scheduler makes for extended resources. */
  static final String EXTENDED_CLAIM = "resource.kubernetes.io/extended-resource-claim";

  static final Field NODE_TERM =
      object("matchExpressions", list(REQUIREMENT), "matchFields", list(RecordedFields::nodeNames));

  private static final Field POD_TERM =
      object(
          "labelSelector", SELECTOR,
          "namespaces", list(name("namespace")),
          "namespaceSelector", SELECTOR,
          "topologyKey", LABEL_KEY,
          "matchLabelKeys", list(LABEL_KEY),
          "mismatchLabelKeys", list(LABEL_KEY));

  private static final Field POD_TERMS =
      object(
          "requiredDuringSchedulingIgnoredDuringExecution", list(POD_TERM),
          "preferredDuringSchedulingIgnoredDuringExecution", list(object("weight", amount(), "podAffinityTerm", POD_TERM)));

  private static final Field AFFINITY =
      object(
          "nodeAffinity",
              object(
                  "requiredDuringSchedulingIgnoredDuringExecution", object("nodeSelectorTerms", list(NODE_TERM)),
                  "preferredDuringSchedulingIgnoredDuringExecution", list(object("weight", amount(), "preference", NODE_TERM))),
          "podAffinity", POD_TERMS,
          "podAntiAffinity", POD_TERMS);

  private static final Field SPREAD =
      object(
          "maxSkew", amount(),
          "topologyKey", LABEL_KEY,
          "whenUnsatisfiable", oneOf("DoNotSchedule", "ScheduleAnyway"),
          "labelSelector", SELECTOR,
          "minDomains", amount(),
          "nodeAffinityPolicy", oneOf(POLICIES),
          "nodeTaintsPolicy", oneOf(POLICIES),
          "matchLabelKeys", list(LABEL_KEY));

  private static final Field TOLERATION =
      keyed(object("operator", oneOf(OPERATORS), "effect", oneOf("NoSchedule", "PreferNoSchedule", "NoExecute"), "tolerationSeconds", amount()));
  private static final Field TAINT = keyed(object("effect", oneOf("NoSchedule", "PreferNoSchedule", "NoExecute")));
  private static final Field REQUESTS = object("requests", resources(), "limits", resources());

  private static final Field CONTAINER =
      object(
          "name", name("container"),
          "image", IMAGE,
          "resources", REQUESTS,
          "restartPolicy", oneOf(POLICIES),
          "ports", list(RecordedFields::hostPort));

  private static final Field CLAIM_OF_POD =
      object("name", name("claim"), "resourceClaimName", name("claim"), "resourceClaimTemplateName", name("claim"));

  private static final Field VOLUME =
      objectWithMoreThan(
          "name",
          "name", name("volume"),
          "image", object("reference", IMAGE),
          "persistentVolumeClaim", object("claimName", name("claim")),
          "ephemeral", presence(),
          "csi", presence(),
          "iscsi", presence(),
          "rbd", presence(),
          "gcePersistentDisk", presence(),
          "awsElasticBlockStore", presence(),
          "azureDisk", presence(),
          "azureFile", presence(),
          "cinder", presence(),
          "vsphereVolume", presence(),
          "portworxVolume", presence());

  private static final Field POD_SPEC =
      object(
          "nodeName", name("node"),
          "schedulerName", name("scheduler"),
          "priority", amount(),
          "preemptionPolicy", oneOf(POLICIES),
          "hostNetwork", amount(),
          "hostUsers", amount(),
          "restartPolicy", oneOf(POLICIES),
          "terminationGracePeriodSeconds", amount(),
          "schedulingGates", list(object("name", name("gate"))),
          "nodeSelector", labels(),
          "affinity", AFFINITY,
          "tolerations", list(TOLERATION),
          "topologySpreadConstraints", list(SPREAD),
          "overhead", resources(),
          "resources", REQUESTS,
          "containers", list(CONTAINER),
          "initContainers", list(CONTAINER),
          "volumes", list(VOLUME),
          "resourceClaims", list(CLAIM_OF_POD));

  private static final Field CONTAINER_STATUS =
      objectWithMoreThan("name", "name", name("container"), "allocatedResources", resources(), "resources", REQUESTS);

  private static final Field POD_STATUS =
      object(
          "phase", oneOf("Pending", "Running", "Succeeded", "Failed", "Unknown"),
          "nominatedNodeName", name("node"),
          "startTime", amount(),
          "conditions", list(RecordedFields::condition),
          "allocatedResources", resources(),
          "resources", REQUESTS,
          "resourceClaimStatuses", list(object("name", name("claim"), "resourceClaimName", name("claim"))),
          "containerStatuses", list(CONTAINER_STATUS),
          "initContainerStatuses", list(CONTAINER_STATUS));

  private static final Field FEATURE = (value, names) -> ((String) value).matches("[A-Z][A-Za-z0-9]{0,62}") || !names.hidden() ? value : null;

  static final Field POD = object("metadata", metadata("pod"), "spec", POD_SPEC, "status", POD_STATUS);

  static final Field NODE =
      object(
          "metadata", metadata("node"),
          "spec", object("unschedulable", amount(), "taints", list(TAINT)),
          "status",
              object(
                  "allocatable", resources(),
                  "images", list(object("names", list(IMAGE), "sizeBytes", amount())),
                  "declaredFeatures", list(FEATURE)));

  static final Field NAMESPACE = object("metadata", metadata("namespace"));
  static final Field SERVICE = object("metadata", metadata("service"), "spec", object("selector", labels()));
  static final Field REPLICATION_CONTROLLER =
      object("metadata", metadata("replicationcontroller"), "spec", object("replicas", amount(), "selector", labels()));
  static final Field REPLICA_SET = workload("replicaset");
  static final Field STATEFUL_SET = workload("statefulset");

  static final Field POD_DISRUPTION_BUDGET =
      object(
          "metadata", metadata("budget"),
          "spec",
              object(
                  "selector", SELECTOR,
                  "minAvailable", amount(),
                  "maxUnavailable", amount(),
                  "unhealthyPodEvictionPolicy", oneOf(POLICIES)),
          "status",
              object(
                  "currentHealthy", amount(),
                  "desiredHealthy", amount(),
                  "disruptionsAllowed", amount(),
                  "expectedPods", amount(),
                  "observedGeneration", amount(),
                  "disruptedPods", map((names, pod) -> names.name("pod", pod), amount())));

  private RecordedFields() {}

  private static Field workload(String domain) {
    return object("metadata", metadata(domain), "spec", object("replicas", amount(), "selector", SELECTOR));
  }

  /** The metadata of objects, and further fields given as name and field in turn. */
  static Field metadata(String domain, Object... more) {
    Object[] fields = {
        "name", name(domain),
        "namespace", name("namespace"),
        "uid", name("uid"),
        "creationTimestamp", amount(),
        "deletionTimestamp", amount(),
        "deletionGracePeriodSeconds", amount(),
        "labels", labels(),
        "ownerReferences", list(RecordedFields::owner)};
    return object(Stream.concat(Arrays.stream(fields), Arrays.stream(more)).toArray());
  }

  private static Object owner(Object value, Names names) {
    Map<?, ?> owner = (Map<?, ?>) value;
    String kind = String.valueOf(owner.get("kind"));
    boolean known = OWNERS.contains(kind);
    String domain = known ? kind.toLowerCase(Locale.ROOT) : "owner";
    return object(
            "apiVersion", word((n, v) -> known || !n.hidden() ? v : "example.com/v1"),
            "kind", word((n, v) -> known ? v : n.name("Kind", v)),
            "name", name(domain),
            "uid", name("uid"),
            "controller", amount())
        .copy(value, names);
  }

  /** A requirement on fields: there is one field, the node's name. */
  private static Object nodeNames(Object value, Names names) {
    return object("key", oneOf("metadata.name"), "operator", oneOf(OPERATORS), "values", list(name("node"))).copy(value, names);
  }

  private static @Nullable Object hostPort(Object value, Names names) {
    Object port = ((Map<?, ?>) value).get("hostPort");
    return port instanceof Number number && number.intValue() > 0
        ? object(
                "containerPort", amount(),
                "hostPort", amount(),
                "hostIP", word(Names::address),
                "protocol", oneOf("TCP", "UDP", "SCTP"))
            .copy(value, names)
        : null;
  }

  private static @Nullable Object condition(Object value, Names names) {
    return CONDITIONS.contains(String.valueOf(((Map<?, ?>) value).get("type")))
        ? object(
                "type", oneOf(CONDITIONS.toArray(String[]::new)),
                "status", oneOf("True", "False", "Unknown"),
                "reason", oneOf("Unschedulable", "SchedulingGated", "SchedulerError", "PreemptionByScheduler", "Deferred", "Infeasible", "Error"),
                "message", text())
            .copy(value, names)
        : null;
  }
}
