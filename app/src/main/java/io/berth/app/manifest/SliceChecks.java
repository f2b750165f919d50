package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of a slice.
 *
 * <p>Source: pkg/apis/resource/validation/validation.go validateResourceSliceSpec, v1.37.2.
 */
final class SliceChecks {

  private static final int MOST_DEVICES = 128;
  private static final int MOST_ADVANCED_DEVICES = 64;
  private static final int MOST_COUNTER_SETS = 8;
  private static final int MOST_COUNTERS = 32;
  private static final int MOST_CONSUMPTIONS = 2;
  private static final int MOST_ATTRIBUTES = 32;
  private static final int MOST_VALUES = 48;
  private static final int MOST_TAINTS = 16;
  private static final int MOST_CONDITIONS = 4;
  private static final int LONGEST_NODE = 253;
  private static final int LONGEST_VALUE = 64;

  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String PART = "(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)";
  private static final Pattern VERSION =
      Pattern.compile(
          NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(-" + PART + "(\\." + PART + ")*)?" + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?");

  private final DeviceChecks checks;
  private final RequestPolicyChecks policies;

  SliceChecks(DeviceChecks checks) {
    this.checks = checks;
    policies = new RequestPolicyChecks(checks);
  }

  void check(String field, ResourceSliceSpec spec) {
    checks.driver(field + ".driver", spec.getDriver());
    pool(field + ".pool", spec.getPool());
    boolean perDevice = Boolean.TRUE.equals(spec.getPerDeviceNodeSelection());
    nodes(field, spec.getNodeName(), spec.getNodeSelector(), spec.getAllNodes(), true);
    if (Boolean.FALSE.equals(spec.getPerDeviceNodeSelection())) {
      checks.wrong(field + ".perDeviceNodeSelection", "is false", "leave it out, or set it to true");
    }
    long nodes =
        Stream.of(spec.getNodeName(), spec.getNodeSelector(), spec.getAllNodes(), spec.getPerDeviceNodeSelection())
            .filter(Objects::nonNull)
            .count();
    if (nodes != 1) {
      checks.wrong(field, "needs one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection", "give one of them");
    }
    if (!spec.getSharedCounters().isEmpty() && !spec.getDevices().isEmpty()) {
      checks.wrong(field, "has both sharedCounters and devices", "put them into two slices of the pool");
    }
    boolean advanced =
        spec.getDevices().stream().anyMatch(d -> !d.getTaints().isEmpty() || !d.getConsumesCounters().isEmpty() || hasLists(d));
    String devices = field + ".devices";
    checks.atMost(devices, spec.getDevices().size(), advanced ? MOST_ADVANCED_DEVICES : MOST_DEVICES);
    checks.unique(devices, spec.getDevices(), Device::getName, ".name");
    for (int i = 0; i < spec.getDevices().size(); i++) {
      device(devices + "[" + i + "]", spec.getDevices().get(i), perDevice);
    }
    String counters = field + ".sharedCounters";
    checks.atMost(counters, spec.getSharedCounters().size(), MOST_COUNTER_SETS);
    checks.unique(counters, spec.getSharedCounters(), CounterSet::getName, ".name");
    for (int i = 0; i < spec.getSharedCounters().size(); i++) {
      CounterSet set = spec.getSharedCounters().get(i);
      checks.label(counters + "[" + i + "].name", set.getName());
      counters(counters + "[" + i + "].counters", set.getCounters());
    }
  }

  private void pool(String field, @Nullable ResourcePool pool) {
    if (pool == null) {
      checks.wrong(field, "is missing", "give it a name and resourceSliceCount");
      return;
    }
    checks.pool(field + ".name", pool.getName());
    if (pool.getResourceSliceCount() == null || pool.getResourceSliceCount() <= 0) {
      checks.wrong(field + ".resourceSliceCount", "is not above 0", "give the number of the pool's slices");
    }
    if (pool.getGeneration() != null && pool.getGeneration() < 0) {
      checks.wrong(field + ".generation", pool.getGeneration() + " is negative", "give 0 or more");
    }
  }

  private void device(String field, Device device, boolean perDevice) {
    checks.label(field + ".name", device.getName());
    Map<String, DeviceAttribute> attributes = orEmpty(device.getAttributes());
    Map<String, DeviceCapacity> capacity = orEmpty(device.getCapacity());
    checks.atMost(field, attributes.size() + capacity.size(), MOST_ATTRIBUTES);
    int values = attributes.values().stream().mapToInt(attribute -> Math.max(1, listed(attribute))).sum();
    checks.atMost(field + ".attributes", values, MOST_VALUES);
    attributes.keySet().forEach(name -> checks.maybeQualified(field + ".attributes[" + name + "]", name));
    attributes.forEach((name, attribute) -> attribute(field + ".attributes[" + name + "]", attribute));
    capacity.forEach(
        (name, given) -> {
          String at = field + ".capacity[" + name + "]";
          checks.maybeQualified(at, name);
          if (given.getValue() == null) {
            checks.wrong(at + ".value", "is missing", "give it");
          }
          if (given.getRequestPolicy() != null && !Boolean.TRUE.equals(device.getAllowMultipleAllocations())) {
            checks.wrong(at + ".requestPolicy", "is given", "leave it out, or set allowMultipleAllocations");
          } else if (given.getRequestPolicy() != null && given.getValue() != null) {
            policies.check(at + ".requestPolicy", given.getRequestPolicy(), given.getValue());
          }
        });
    int index = 0;
    checks.atMost(field + ".taints", device.getTaints().size(), MOST_TAINTS);
    for (DeviceTaint taint : device.getTaints()) {
      checks.taint(field + ".taints[" + index++ + "]", taint);
    }
    consumption(field + ".consumesCounters", device.getConsumesCounters());
    nodes(field, device, perDevice);
    conditions(field, device.getBindingConditions(), device.getBindingFailureConditions());
  }

  private void attribute(String field, DeviceAttribute attribute) {
    long given =
        Stream.of(attribute.getBool(), attribute.getInt(), attribute.getString(), attribute.getVersion())
                .filter(Objects::nonNull)
                .count()
            + Stream.of(attribute.getBools(), attribute.getInts(), attribute.getStrings(), attribute.getVersions())
                .filter(list -> !list.isEmpty())
                .count();
    if (given != 1) {
      checks.wrong(field, "has " + given + " values", "give one of bool, int, string, version, or a list of one of them");
    }
    Stream.concat(
            Stream.of(attribute.getString(), attribute.getVersion()).filter(Objects::nonNull),
            Stream.of(attribute.getStrings(), attribute.getVersions()).flatMap(List::stream))
        .filter(text -> text.length() > LONGEST_VALUE)
        .findFirst()
        .ifPresent(text -> checks.wrong(field, "is too long", "the limit is " + LONGEST_VALUE + " characters"));
    Stream.concat(Stream.ofNullable(attribute.getVersion()), attribute.getVersions().stream())
        .filter(version -> !VERSION.matcher(version).matches())
        .findFirst()
        .ifPresent(version -> checks.wrong(field, "\"" + version + "\" is no semantic version", "write it like 1.2.3, or give it as a string"));
  }

  private void consumption(String field, List<DeviceCounterConsumption> consumptions) {
    checks.atMost(field, consumptions.size(), MOST_CONSUMPTIONS);
    checks.unique(field, consumptions, DeviceCounterConsumption::getCounterSet, ".counterSet");
    for (int i = 0; i < consumptions.size(); i++) {
      checks.label(field + "[" + i + "].counterSet", consumptions.get(i).getCounterSet());
      counters(field + "[" + i + "].counters", consumptions.get(i).getCounters());
    }
  }

  private void counters(String field, @Nullable Map<String, ?> counters) {
    if (counters == null || counters.isEmpty()) {
      checks.wrong(field, "is missing", "give at least one counter");
    } else {
      checks.atMost(field, counters.size(), MOST_COUNTERS);
      counters.keySet().forEach(name -> checks.label(field + "[" + name + "]", name));
    }
  }

  private void nodes(String field, @Nullable String name, @Nullable NodeSelector selector, @Nullable Boolean all, boolean oneTerm) {
    if (name != null && name.isEmpty()) {
      checks.wrong(field + ".nodeName", "is empty", "name a node, or leave it out");
    } else if (name != null) {
      checks.subdomain(field + ".nodeName", name, LONGEST_NODE);
    }
    if (Boolean.FALSE.equals(all)) {
      checks.wrong(field + ".allNodes", "is false", "leave it out, or set it to true");
    }
    if (selector != null) {
      checks.nodeSelector(field + ".nodeSelector", selector, oneTerm);
    }
  }

  private void nodes(String field, Device device, boolean perDevice) {
    nodes(field, device.getNodeName(), device.getNodeSelector(), device.getAllNodes(), false);
    long given =
        Stream.of(device.getNodeName(), device.getNodeSelector(), device.getAllNodes()).filter(Objects::nonNull).count();
    if (perDevice && given != 1) {
      checks.wrong(field, "needs one of nodeName, nodeSelector and allNodes", "give one of them, since the slice has perDeviceNodeSelection");
    } else if (!perDevice && given > 0) {
      checks.wrong(field, "names nodes of its own", "leave that out, or set perDeviceNodeSelection");
    }
  }

  private void conditions(String field, List<String> binding, List<String> failure) {
    checks.atMost(field + ".bindingConditions", binding.size(), MOST_CONDITIONS);
    checks.atMost(field + ".bindingFailureConditions", failure.size(), MOST_CONDITIONS);
    if (binding.isEmpty() != failure.isEmpty()) {
      checks.wrong(field, "has one of bindingConditions and bindingFailureConditions", "give both or neither");
    }
    for (int i = 0; i < binding.size(); i++) {
      checks.labels().key(field + ".bindingConditions[" + i + "]", binding.get(i));
    }
    for (int i = 0; i < failure.size(); i++) {
      checks.labels().key(field + ".bindingFailureConditions[" + i + "]", failure.get(i));
    }
    Set<String> all = new HashSet<>(binding);
    if (all.size() < binding.size() || failure.stream().anyMatch(condition -> !all.add(condition))) {
      checks.wrong(field, "has a binding condition twice", "name each once");
    }
  }

  private static boolean hasLists(Device device) {
    return orEmpty(device.getAttributes()).values().stream().anyMatch(attribute -> listed(attribute) > 0);
  }

  private static int listed(DeviceAttribute attribute) {
    return attribute.getBools().size() + attribute.getInts().size() + attribute.getStrings().size() + attribute.getVersions().size();
  }

  private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : map;
  }
}
