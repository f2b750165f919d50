package io.berth.simulator.record;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** A kind that is recorded. */
record RecordedKind<T extends HasMetadata>(ResourceKind<T> kind, Field fields) {

  /** Devices and claims. */
  static final List<RecordedKind<?>> DEVICES =
      List.of(
          new RecordedKind<>(ResourceKind.DEVICE_CLASSES, DeviceFields.CLASS),
          new RecordedKind<>(ResourceKind.DEVICE_TAINT_RULES, DeviceFields.TAINT_RULE),
          new RecordedKind<>(ResourceKind.RESOURCE_SLICES, DeviceFields.SLICE),
          new RecordedKind<>(ResourceKind.RESOURCE_CLAIMS, DeviceFields.CLAIM));

  private static final List<RecordedKind<?>> OTHERS =
      List.of(
          new RecordedKind<>(ResourceKind.NAMESPACES, RecordedFields.NAMESPACE),
          new RecordedKind<>(ResourceKind.NODES, RecordedFields.NODE),
          new RecordedKind<>(ResourceKind.SERVICES, RecordedFields.SERVICE),
          new RecordedKind<>(ResourceKind.REPLICATION_CONTROLLERS, RecordedFields.REPLICATION_CONTROLLER),
          new RecordedKind<>(ResourceKind.REPLICA_SETS, RecordedFields.REPLICA_SET),
          new RecordedKind<>(ResourceKind.STATEFUL_SETS, RecordedFields.STATEFUL_SET),
          new RecordedKind<>(ResourceKind.POD_DISRUPTION_BUDGETS, RecordedFields.POD_DISRUPTION_BUDGET),
          new RecordedKind<>(ResourceKind.PODS, RecordedFields.POD));

  /** What each kind needs from others is before it: the order in which they are created. */
  static final List<RecordedKind<?>> ALL = Stream.concat(DEVICES.stream(), OTHERS.stream()).toList();

  static final JsonMapper JSON = JsonMapper.builder().build();

  /** Those that are recorded. */
  static List<RecordedKind<?>> of(boolean devices) {
    return devices ? ALL : OTHERS;
  }

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
