package io.berth.simulator.record;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** A kind that is recorded. */
record RecordedKind<T extends HasMetadata>(ResourceKind<T> kind, Field fields) {

  /** What each kind needs from others is before it: the order in which they are created. */
  static final List<RecordedKind<?>> ALL =
      List.of(
          new RecordedKind<>(ResourceKind.NAMESPACES, RecordedFields.NAMESPACE),
          new RecordedKind<>(ResourceKind.NODES, RecordedFields.NODE),
          new RecordedKind<>(ResourceKind.SERVICES, RecordedFields.SERVICE),
          new RecordedKind<>(ResourceKind.REPLICATION_CONTROLLERS, RecordedFields.REPLICATION_CONTROLLER),
          new RecordedKind<>(ResourceKind.REPLICA_SETS, RecordedFields.REPLICA_SET),
          new RecordedKind<>(ResourceKind.STATEFUL_SETS, RecordedFields.STATEFUL_SET),
          new RecordedKind<>(ResourceKind.POD_DISRUPTION_BUDGETS, RecordedFields.POD_DISRUPTION_BUDGET),
          new RecordedKind<>(ResourceKind.PODS, RecordedFields.POD));

  static final JsonMapper JSON = JsonMapper.builder().build();

  /** The kind that is written so. */
  static Optional<RecordedKind<?>> of(String text) {
    return ALL.stream().filter(each -> each.kind.toString().equals(text)).findFirst();
  }

  /** What is recorded of an object. */
  @SuppressWarnings("unchecked") // every kind is an object with fields
  Map<String, Object> reduced(T object, Names names) {
    Map<?, ?> whole = JSON.convertValue(object, Map.class);
    return (Map<String, Object>) Objects.requireNonNull(fields.copy(whole, names));
  }

  /** The object of a tree. */
  T object(Object tree) {
    return JSON.convertValue(tree, kind.type());
  }
}
