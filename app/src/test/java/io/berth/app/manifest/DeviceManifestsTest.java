package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceManifestsTest {

  private static final String AT = "in.yaml:1: document 1: ";

  private static String object(String kind, String spec) {
    return "{apiVersion: resource.k8s.io/v1, kind: " + kind + ", metadata: {name: x}, spec: {" + spec + "}}";
  }

  private static String slice(String rest) {
    return object("ResourceSlice", "driver: gpu.example.com, pool: {name: n1, resourceSliceCount: 1}, " + rest);
  }

  private static String first(String text) {
    var reading = Reading.of(text);
    assertThat(reading.errors()).hasSize(1);
    assertThat(reading.manifests()).isEmpty();
    return reading.errors().get(0);
  }

  @Test
  void claimsTemplatesSlicesClassesAndTaintRulesAreRead() {
    var claim = Reading.of(object("ResourceClaim", "devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}"));
    assertThat(claim.only(ResourceClaim.class).getMetadata().getNamespace()).isEqualTo("default");
    var template = Reading.of(object("ResourceClaimTemplate", "spec: {devices: {requests: [{name: g, firstAvailable: [{name: a, deviceClassName: c}]}]}}"));
    assertThat(template.only(ResourceClaimTemplate.class).getSpec().getSpec().getDevices().getRequests()).hasSize(1);
    var slice = Reading.of(slice("nodeName: n1, devices: [{name: gpu-0, attributes: {model: {string: A100}}, capacity: {memory: {value: 80Gi}}}]"));
    assertThat(slice.only(ResourceSlice.class).getSpec().getDevices().get(0).getAttributes().get("model").getString()).isEqualTo("A100");
    var type = Reading.of(object("DeviceClass", "extendedResourceName: example.com/gpu, selectors: [{cel: {expression: \"true\"}}]"));
    assertThat(type.only(DeviceClass.class).getMetadata().getNamespace()).isNull();
    var rule = Reading.of(object("DeviceTaintRule", "deviceSelector: {driver: d}, taint: {key: k, effect: NoSchedule}"));
    assertThat(rule.only(DeviceTaintRule.class).getSpec().getTaint().getEffect()).isEqualTo("NoSchedule");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1beta2 ResourceClaim", "v1beta2 ResourceSlice", "v1beta1 DeviceClass", "v1beta2 DeviceTaintRule", "v1alpha3 DeviceTaintRule"})
  void olderVersionsWithTheSameFieldsAreReadAlike(String kind) {
    String text = switch (kind.substring(kind.indexOf(' ') + 1)) {
      case "ResourceSlice" -> slice("allNodes: true");
      case "DeviceTaintRule" -> object("DeviceTaintRule", "taint: {key: k, effect: None}");
      case "DeviceClass" -> object("DeviceClass", "");
      default -> object("ResourceClaim", "");
    };
    var reading = Reading.of(text.replace("resource.k8s.io/v1", "resource.k8s.io/" + kind.substring(0, kind.indexOf(' '))));
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.warnings()).isEmpty();
    assertThat(reading.manifests()).hasSize(1);
    assertThat(reading.manifests().get(0).object().getApiVersion()).isEqualTo("resource.k8s.io/v1");
  }

  @Test
  void olderVersionsWithOtherFieldsAreLeftOutWithAWarning() {
    var reading = Reading.of(object("ResourceSlice", "nodeName: n1").replace("resource.k8s.io/v1", "resource.k8s.io/v1beta1"));
    assertThat(reading.manifests()).isEmpty();
    assertThat(reading.warnings())
        .containsExactly(
            AT + "kind resource.k8s.io/v1beta1 ResourceSlice is not known, and the object is left out; only resource.k8s.io/v1 ResourceSlice is read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeName: n1, devices: [{name: a}, {name: a}] | spec.devices[1].name: \"a\" is there twice; remove or rename one of them",
        "nodeName: n1, devices: [{name: A}] | spec.devices[0].name: \"A\" is no such name; use lower case letters, digits and '-', at most 63 characters",
        "nodeName: n1, allNodes: true | spec: needs one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection; give one of them",
        "devices: [] | spec: needs one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection; give one of them",
        "nodeName: n1, devices: [{name: a}], sharedCounters: [{name: s, counters: {c: {value: 1}}}] | spec: has both sharedCounters and devices; put them into two slices of the pool",
        "nodeName: n1, sharedCounters: [{name: s, counters: {c: {value: 1}}}, {name: s, counters: {c: {value: 1}}}] | spec.sharedCounters[1].name: \"s\" is there twice; remove or rename one of them",
        "nodeName: n1, devices: [{name: a, attributes: {m: {string: x, int: 1}}}] | spec.devices[0].attributes[m]: has 2 values; give one of bool, int, string, version, or a list of one of them",
        "nodeName: n1, devices: [{name: a, attributes: {m: {version: v1}}}] | spec.devices[0].attributes[m]: \"v1\" is no semantic version; write it like 1.2.3, or give it as a string",
        "nodeName: n1, devices: [{name: a, attributes: {m: {}}}] | spec.devices[0].attributes[m]: has 0 values; give one of bool, int, string, version, or a list of one of them",
        "nodeName: n1, devices: [{name: a, allNodes: true}] | spec.devices[0]: names nodes of its own; leave that out, or set perDeviceNodeSelection",
        "perDeviceNodeSelection: true, devices: [{name: a}] | spec.devices[0]: needs one of nodeName, nodeSelector and allNodes; give one of them, since the slice has perDeviceNodeSelection",
        "nodeName: n1, devices: [{name: a, bindingConditions: [x]}] | spec.devices[0]: has one of bindingConditions and bindingFailureConditions; give both or neither",
        "nodeName: n1, devices: [{name: a, taints: [{key: k, effect: PreferNoSchedule}]}] | spec.devices[0].taints[0].effect: \"PreferNoSchedule\" is not known; use one of NoExecute, NoSchedule, None",
        "nodeName: n1, devices: [{name: a, capacity: {m: {}}}] | spec.devices[0].capacity[m].value: is missing; give it",
        "nodeName: N1 | spec.nodeName: \"N1\" is no such name; use lower case letters, digits, '-' and '.', at most 253 characters",
        "nodeName: '' | spec.nodeName: is empty; name a node, or leave it out",
        "allNodes: false | spec.allNodes: is false; leave it out, or set it to true",
        "perDeviceNodeSelection: false | spec.perDeviceNodeSelection: is false; leave it out, or set it to true",
        "nodeSelector: {nodeSelectorTerms: []} | spec.nodeSelector.nodeSelectorTerms: has 0 entries; give exactly one",
        "nodeSelector: {nodeSelectorTerms: [{}, {}]} | spec.nodeSelector.nodeSelectorTerms: has 2 entries; give exactly one",
        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Has}]}]} | spec.nodeSelector.nodeSelectorTerms[0].matchExpressions[0].operator: \"Has\" is not known; use one of DoesNotExist, Exists, Gt, In, Lt, NotIn",
        "nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}]} | spec.nodeSelector.nodeSelectorTerms[0].matchFields[0].values: has 2 values; give the name of one node",
        "perDeviceNodeSelection: true, devices: [{name: a, nodeName: ''}] | spec.devices[0].nodeName: is empty; name a node, or leave it out",
        "nodeName: n1, devices: [{name: a, consumesCounters: [{counterSet: s}]}] | spec.devices[0].consumesCounters[0].counters: is missing; give at least one counter",
        "nodeName: n1, devices: [{name: a, consumesCounters: [{counterSet: s, counters: {C: {value: 1}}}]}] | spec.devices[0].consumesCounters[0].counters[C]: \"C\" is no such name; use lower case letters, digits and '-', at most 63 characters",
        "nodeName: n1, devices: [{name: a, attributes: {a-b: {int: 1}}}] | spec.devices[0].attributes[a-b]: \"a-b\" is no such name; use letters, digits and '_', at most 32 of them, with or without a domain as in gpu.example.com/model",
        "nodeName: n1, devices: [{name: a, attributes: {'-a.com/b': {int: 1}}}] | spec.devices[0].attributes[-a.com/b]: \"-a.com/b\" is no such name; use letters, digits and '_', at most 32 of them, with or without a domain as in gpu.example.com/model",
        "nodeName: n1, devices: [{name: a, capacity: {1gb: {value: 1}}}] | spec.devices[0].capacity[1gb]: \"1gb\" is no such name; use letters, digits and '_', at most 32 of them, with or without a domain as in gpu.example.com/model",
        "nodeName: n1, devices: [{name: a, taints: [{key: 'a b', effect: NoSchedule}]}] | spec.devices[0].taints[0].key: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "nodeName: n1, devices: [{name: a, taints: [{key: a, value: '-', effect: NoSchedule}]}] | spec.devices[0].taints[0].value: \"-\" is no such value; use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters",
        "nodeName: n1, devices: [{name: a, taints: [{key: a, effect: None, timeAdded: 2026-02-30T00:00:00Z}]}] | spec.devices[0].taints[0].timeAdded: \"2026-02-30T00:00:00Z\" is no time; write it like 2026-01-31T12:00:00Z, or leave it out",
        "nodeName: n1, devices: [{name: a, bindingConditions: [x], bindingFailureConditions: [a b]}] | spec.devices[0].bindingFailureConditions[0]: \"a b\" is no such key; write it like dedicated or example.com/dedicated"
      })
  void slicesThatAnApiServerRefusesAreErrors(String spec, String told) {
    assertThat(first(slice(spec))).isEqualTo(AT + "ResourceSlice x: " + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "validValues: [1, 2] | default: is missing; give it, beside validValues",
        "default: 1, validValues: [1], validRange: {min: 1} | has both validValues and validRange; give one of them",
        "default: 2, validValues: [2, 1] | validValues[1]: 1 is less than the one before it; put them into ascending order",
        "default: 1, validValues: [1, 1000m] | validValues[1]: 1000m is there twice; remove one of them",
        "default: 1, validValues: [1, 17] | validValues[1]: 17 is above the capacity, 16; lower it",
        "default: 3, validValues: [1, 2] | default: 3 is none of validValues; give one of them",
        "default: 1, validValues: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] | validValues: has 11 entries; the limit is 10",
        "validRange: {min: 1} | default: is missing; give it, beside validRange",
        "default: 1, validRange: {max: 4} | validRange.min: is missing; give it",
        "default: 17, validRange: {min: 17} | validRange.min: 17 is above the capacity, 16; lower it",
        "default: 5, validRange: {min: 5, max: 17} | validRange.max: 17 is above the capacity, 16; lower it",
        "default: 1, validRange: {min: 2, max: 4} | default: 1 is below min, 2; raise it",
        "default: 5, validRange: {min: 2, max: 4} | default: 5 is above max, 4; lower it",
        "default: 2, validRange: {min: 2, step: 0} | validRange.step: 0 is not above 0; give more, or leave it out",
        "default: 2, validRange: {min: 2, step: 15} | validRange.step: one step from min is above the capacity, 16; lower it, or leave it out",
        "default: 3, validRange: {min: 2, step: 2} | default: 3 is no number of steps of 2 above min, 2; give one",
        "default: 2, validRange: {min: 2, max: 5, step: 2} | validRange.max: 5 is no number of steps of 2 above min, 2; give one",
        "default: -2, validRange: {min: -2, step: 2} | validRange: has steps, and an amount below 0 or above 2^63-1; give amounts between them"
      })
  void requestPoliciesThatAnApiServerRefusesAreErrors(String policy, String told) {
    String at = AT + "ResourceSlice x: spec.devices[0].capacity[m].requestPolicy";
    assertThat(first(policy(policy))).isEqualTo(at + (told.startsWith("has both") ? ": " : ".") + told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "default: 99",
        "default: 500m, validValues: [500m, 1, 16]",
        "default: 2, validRange: {min: 0}",
        "default: 6, validRange: {min: 2, max: 16, step: 2}",
        "default: 1500m, validRange: {min: 1, max: 2, step: 300m}"
      })
  void requestPoliciesThatAnApiServerTakesAreRead(String policy) {
    assertThat(Reading.of(policy(policy)).errors()).isEmpty();
  }

  private static String policy(String policy) {
    return slice("nodeName: n1, devices: [{name: a, allowMultipleAllocations: true, capacity: {m: {value: 16, requestPolicy: {" + policy + "}}}}]");
  }

  @Test
  void aDevicesNodesMayBeChosenByWhicheverOfSeveralTermsAndASlicesByOne() {
    String two = "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}, {matchExpressions: [{key: b, operator: Exists}]}]}";
    assertThat(Reading.of(slice("perDeviceNodeSelection: true, devices: [{name: a, " + two + "}]")).errors()).isEmpty();
    assertThat(first(slice(two))).endsWith("spec.nodeSelector.nodeSelectorTerms: has 2 entries; give exactly one");
  }

  @Test
  void namesOfPoolsAndDriversHaveTheirShape() {
    String slice = "driver: %s, pool: {name: %s, resourceSliceCount: 1}, nodeName: n1";
    assertThat(Reading.of(object("ResourceSlice", slice.formatted("GPU.example.com", "a/b.c/d"))).errors()).isEmpty();
    assertThat(first(object("ResourceSlice", slice.formatted("gpu_1", "a"))))
        .isEqualTo(AT + "ResourceSlice x: spec.driver: \"gpu_1\" is no such name; use letters, digits, '-' and '.', at most 63 characters");
    assertThat(first(object("ResourceSlice", slice.formatted("gpu", "a//b"))))
        .isEqualTo(
            AT + "ResourceSlice x: spec.pool.name: \"a//b\" is no such name; use lower case letters, digits, '-', '.' and '/', at most 253 characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "taint: {key: a b, effect: None} | taint.key: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "taint: {key: a, effect: None, timeAdded: now} | taint.timeAdded: \"now\" is no time; write it like 2026-01-31T12:00:00Z, or leave it out",
        "taint: {key: a, effect: None}, deviceSelector: {driver: ''} | deviceSelector.driver: is missing; give it",
        "taint: {key: a, effect: None}, deviceSelector: {pool: A} | deviceSelector.pool: \"A\" is no such name; use lower case letters, digits, '-', '.' and '/', at most 253 characters",
        "taint: {key: a, effect: None}, deviceSelector: {device: a.b} | deviceSelector.device: \"a.b\" is no such name; use lower case letters, digits and '-', at most 63 characters"
      })
  void taintRulesThatAnApiServerRefusesAreErrors(String spec, String told) {
    assertThat(first(object("DeviceTaintRule", spec))).isEqualTo(AT + "DeviceTaintRule x: spec." + told);
  }

  @Test
  void countersOfAnotherSliceNegativeCapacityAndUnknownClassesReachTheScheduler() {
    assertThat(Reading.of(slice("nodeName: n1, devices: [{name: a, capacity: {m: {value: -1}}}]")).errors()).isEmpty();
    assertThat(Reading.of(slice("nodeName: n1, devices: [{name: a, consumesCounters: [{counterSet: s, counters: {c: {value: 1}}}]}]")).errors()).isEmpty();
    assertThat(Reading.of(object("ResourceClaim", "devices: {requests: [{name: g, exactly: {deviceClassName: nowhere}}]}")).errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: [{name: g}] | requests[0]: needs one of exactly and firstAvailable; give one of them",
        "requests: [{name: g, exactly: {}}] | requests[0].exactly.deviceClassName: is missing; give it",
        "requests: [{name: g, exactly: {deviceClassName: c, count: -1}}] | requests[0].exactly.count: -1 is negative; give 1 or more",
        "requests: [{name: g, exactly: {deviceClassName: c, allocationMode: All, count: 2}}] | requests[0].exactly.count: 2 is given; leave it out with All",
        "requests: [{name: g, exactly: {deviceClassName: c, allocationMode: Some}}] | requests[0].exactly.allocationMode: \"Some\" is not known; use one of All, ExactCount",
        "requests: [{name: g, exactly: {deviceClassName: c, selectors: [{}]}}] | requests[0].exactly.selectors[0].cel: is missing; give it an expression",
        "requests: [{name: g, exactly: {deviceClassName: c}}, {name: g, exactly: {deviceClassName: c}}] | requests[1].name: \"g\" is there twice; remove or rename one of them",
        "constraints: [{requests: [h], matchAttribute: a/b}] | constraints[0].requests[0]: \"h\" is no request of the claim; name one, or REQUEST/ALTERNATIVE",
        "requests: [{name: g, exactly: {deviceClassName: c}}], constraints: [{requests: [g, g], matchAttribute: a/b}] | constraints[0].requests[1]: \"g\" is there twice; remove one of them",
        "constraints: [{}] | constraints[0]: needs one of matchAttribute and distinctAttribute; give one of them",
        "constraints: [{matchAttribute: model}] | constraints[0].matchAttribute: \"model\" is no attribute with its domain; write it like gpu.example.com/model",
        "constraints: [{distinctAttribute: a/b-c}] | constraints[0].distinctAttribute: \"a/b-c\" is no attribute with its domain; write it like gpu.example.com/model"
      })
  void claimsThatAnApiServerRefusesAreErrors(String devices, String told) {
    assertThat(first(object("ResourceClaim", "devices: {" + devices + "}"))).isEqualTo(AT + "ResourceClaim default/x: spec.devices." + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "devices: {results: [{request: r, driver: d, pool: p}]} | devices.results[0].device: is missing; give it",
        "devices: {results: [{request: r, pool: p, device: d}]} | devices.results[0].driver: is missing; give it",
        "nodeSelector: {nodeSelectorTerms: []} | nodeSelector.nodeSelectorTerms: has 0 entries; give at least one"
      })
  void allocationsThatAnApiServerRefusesAreErrors(String allocation, String told) {
    String claim = "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: x}, status: {allocation: {" + allocation + "}}}";
    assertThat(first(claim)).isEqualTo(AT + "ResourceClaim default/x: status.allocation." + told);
  }

  @Test
  void anExpressionThatIsTooLongIsAnError() {
    String selector = "selectors: [{cel: {expression: \"" + "!".repeat(10_241) + "\"}}]";
    assertThat(first(object("DeviceClass", selector))).isEqualTo(AT + "DeviceClass x: spec.selectors[0].cel.expression: is too long; the limit is 10240 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"device.driver ==", "device.driver", "device.nothing == 'x'"})
  void anExpressionThatIsNoSelectorIsAnError(String expression) {
    assertThat(first(object("DeviceClass", "selectors: [{cel: {expression: \"" + expression + "\"}}]")))
        .startsWith(AT + "DeviceClass x: spec.selectors[0].cel.expression: is no selector of devices (");
  }
}
