package io.berth.simulator.record;

import static io.berth.simulator.record.Field.amount;
import static io.berth.simulator.record.Field.keyed;
import static io.berth.simulator.record.Field.list;
import static io.berth.simulator.record.Field.map;
import static io.berth.simulator.record.Field.name;
import static io.berth.simulator.record.Field.object;
import static io.berth.simulator.record.Field.oneOf;
import static io.berth.simulator.record.Field.text;
import static io.berth.simulator.record.Field.word;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is recorded of devices and claims. An anonymous recording has no selectors, attributes, constraints and configurations: their words
 * say whose they are, and cannot be replaced without another meaning. A claim may get a device there that it could not have got.
 */
final class DeviceFields {

  private static final String[] EFFECTS = {"NoSchedule", "NoExecute", "None"};

  /** Only what tells which claims a scheduler has made. */
  private static final Field ANNOTATIONS =
      (value, names) -> {
        Object found = ((Map<?, ?>) value).get(RecordedFields.EXTENDED_CLAIM);
        return found == null ? Map.of() : Map.of(RecordedFields.EXTENDED_CLAIM, names.hidden() ? "true" : found);
      };

  private static final Field NODES = object("nodeSelectorTerms", list(RecordedFields.NODE_TERM));
  private static final Field TAINT = keyed(object("effect", oneOf(EFFECTS), "timeAdded", amount()));
  private static final Field TOLERATIONS =
      list(keyed(object("operator", oneOf("Exists", "Equal"), "effect", oneOf(EFFECTS), "tolerationSeconds", amount())));
  private static final Field CONDITIONS = list(name("condition"));
  private static final Field COUNTERS = map((names, counter) -> names.name("counter", counter), object("value", amount()));

  /** {@code REQUEST} or {@code REQUEST/ALTERNATIVE}. */
  private static final Field REQUEST =
      word((names, text) -> Arrays.stream(text.split("/")).map(part -> names.name("request", part)).collect(Collectors.joining("/")));

  private static final Field WANTED =
      object(
          "name", REQUEST,
          "deviceClassName", name("deviceclass"),
          "selectors", text(),
          "allocationMode", oneOf("All", "ExactCount"),
          "count", amount(),
          "adminAccess", amount(),
          "tolerations", TOLERATIONS,
          "capacity", object("requests", capacities(amount())),
          "derivedAttributes", text());

  private static final Field RESULT =
      object(
          "request", REQUEST,
          "driver", name("driver"),
          "pool", name("pool"),
          "device", name("device"),
          "adminAccess", amount(),
          "shareID", name("uid"),
          "consumedCapacity", capacities(amount()),
          "bindingConditions", CONDITIONS,
          "bindingFailureConditions", CONDITIONS,
          "tolerations", TOLERATIONS);

  private static final Field CLAIM_STATUS =
      object(
          "allocation",
              object(
                  "allocationTimestamp", amount(),
                  "devices", object("results", list(RESULT), "config", text()),
                  "nodeSelector", NODES),
          "reservedFor", list(object("resource", oneOf("pods"), "name", name("pod"), "uid", name("uid"))),
          "devices",
              list(
                  object(
                      "driver", name("driver"),
                      "pool", name("pool"),
                      "device", name("device"),
                      "shareID", name("uid"),
                      "conditions", list(object("type", name("condition"), "status", oneOf("True", "False", "Unknown"))))));

  static final Field CLAIM =
      object(
          "metadata", RecordedFields.metadata("claim", "annotations", ANNOTATIONS),
          "spec",
              object(
                  "devices",
                      object(
                          "requests",
                              list(object("name", REQUEST, "exactly", WANTED, "firstAvailable", list(WANTED))),
                          "constraints", text(),
                          "config", text())),
          "status", CLAIM_STATUS);

  private static final Field CAPACITY =
      object(
          "value", amount(),
          "requestPolicy",
              object(
                  "default", amount(),
                  "validValues", list(amount()),
                  "validRange", object("min", amount(), "max", amount(), "step", amount())));

  private static final Field DEVICE =
      object(
          "name", name("device"),
          "attributes", text(),
          "capacity", capacities(CAPACITY),
          "consumesCounters",
              list(object("counterSet", name("counterset"), "counters", COUNTERS, "compatibilityGroups", list(name("group")))),
          "nodeName", name("node"),
          "nodeSelector", NODES,
          "allNodes", amount(),
          "taints", list(TAINT),
          "bindsToNode", amount(),
          "bindingConditions", CONDITIONS,
          "bindingFailureConditions", CONDITIONS,
          "allowMultipleAllocations", amount());

  static final Field SLICE =
      object(
          "metadata", RecordedFields.metadata("slice"),
          "spec",
              object(
                  "driver", name("driver"),
                  "pool", object("name", name("pool"), "generation", amount(), "resourceSliceCount", amount()),
                  "nodeName", name("node"),
                  "nodeSelector", NODES,
                  "allNodes", amount(),
                  "perDeviceNodeSelection", amount(),
                  "devices", list(DEVICE),
                  "sharedCounters", list(object("name", name("counterset"), "counters", COUNTERS))));

  static final Field CLASS =
      object(
          "metadata", RecordedFields.metadata("deviceclass"),
          "spec", object("selectors", text(), "config", text(), "extendedResourceName", word(Names::resource)));

  static final Field TAINT_RULE =
      object(
          "metadata", RecordedFields.metadata("devicetaintrule"),
          "spec",
              object(
                  "deviceSelector", object("driver", name("driver"), "pool", name("pool"), "device", name("device")),
                  "taint", TAINT));

  private DeviceFields() {}

  private static Field capacities(Field values) {
    return map((names, capacity) -> names.name("capacity", capacity), values);
  }
}
