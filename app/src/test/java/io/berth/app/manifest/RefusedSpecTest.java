package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedSpecTest {

  private static final String AT = "in.yaml:1: document 1: ";

  private static String pod(String spec, String container) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {" + spec + "containers: [{name: c" + container + "}]}}";
  }

  private static void assertRefused(String text, String told) {
    assertThat(first(text)).isEqualTo(AT + told);
  }

  private static void assertTaken(String text) {
    assertThat(Reading.of(text).errors()).isEmpty();
  }

  private static String first(String text) {
    var reading = Reading.of(text);
    assertThat(reading.errors()).hasSize(1);
    assertThat(reading.manifests()).isEmpty();
    return reading.errors().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: {gpu: 1} | requests.gpu: is no resource; use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu",
        "limits: {CPU: 1} | limits.CPU: is no resource; use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu",
        "requests: {cpu: 2}, limits: {cpu: 1500m} | requests.cpu: 2 is above the limit, 1500m; raise the limit or lower the request",
        "requests: {a.b/c: 1} | requests[a.b/c]: has no limit; give the same amount under limits",
        "requests: {a.b/c: 1}, limits: {a.b/c: 2} | requests[a.b/c]: 1 is not the limit, 2; give both the same amount",
        "limits: {a.b/c: 1500m} | limits[a.b/c]: \"1500m\" is not whole; give a whole number"
      })
  void amountsThatAnApiServerRefusesAreErrors(String resources, String told) {
    assertRefused(pod("", ", resources: {" + resources + "}"), "Pod default/web: spec.containers[0].resources." + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: {example.com/gpu: 1} | requests[example.com/gpu]: is no resource of a whole pod; use cpu, memory or hugepages-SIZE, or give it to a container",
        "limits: {ephemeral-storage: 1Gi} | limits.ephemeral-storage: is no resource of a whole pod; use cpu, memory or hugepages-SIZE, or give it to a container",
        "requests: {cpu: -1} | requests.cpu: \"-1\" is negative; give an amount of 0 or more",
        "limits: {memory: much} | limits.memory: \"much\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3",
        "requests: {cpu: 2}, limits: {cpu: 1} | requests.cpu: 2 is above the limit, 1; raise the limit or lower the request",
        "requests: {hugepages-2Mi: 4Mi} | requests.hugepages-2Mi: has no limit; give the same amount under limits",
        "requests: {memory: 1Gi} | requests.memory: 1Gi is less than the 2Gi of all containers; raise it, or lower theirs",
        "limits: {cpu: 500m} | limits.cpu: 500m is less than the 1 of containers[0]; raise it, or lower the other"
      })
  void aPodsOwnResourcesAreLookedAtAsWell(String resources, String told) {
    assertRefused(
        pod("resources: {" + resources + "}, ", ", resources: {requests: {memory: 2Gi}, limits: {cpu: 1}}"),
        "Pod default/web: spec.resources." + told);
  }

  @Test
  void aPodsOwnResourcesMayBeMoreThanItsContainersAskFor() {
    String container = ", resources: {requests: {memory: 2Gi}, limits: {cpu: 1}}";
    assertTaken(pod("resources: {requests: {cpu: 1, memory: 3Gi}, limits: {cpu: 2, memory: 3Gi}}, ", container));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allocatable: {cpu: -1} | allocatable.cpu: \"-1\" is negative; give an amount of 0 or more",
        "capacity: {memory: 1 GB} | capacity.memory: \"1 GB\" is no quantity; write it like 2, 500m, 0.5, 128Mi or 1e3",
        "capacity: {memory: 9Ei} | capacity.memory: \"9Ei\" is more than an API server keeps of an amount with such a suffix, 2^63-1; give a smaller amount, or write it with a decimal suffix such as E",
        "allocatable: {pods: 1500m} | allocatable.pods: \"1500m\" is not whole; give a whole number",
        "capacity: {a.b/c: 0.5} | capacity[a.b/c]: \"0.5\" is not whole; give a whole number"
      })
  void whatANodeHasIsLookedAtAsWell(String status, String told) {
    assertRefused("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {" + status + "}}", "Node n1: status." + told);
  }

  @Test
  void aNodeMayHaveWhatNoContainerCanAskFor() {
    assertTaken("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {capacity: {attachable-volumes-x: 3, pods: 1k, odd: 1}}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "preemptionPolicy: never | preemptionPolicy: \"never\" is not known; use one of Never, PreemptLowerPriority",
        "tolerations: [{key: a, operator: exists}] | tolerations[0].operator: \"exists\" is not known; use one of Equal, Exists, Gt, Lt",
        "tolerations: [{key: a, effect: Never}] | tolerations[0].effect: \"Never\" is not known; use one of NoExecute, NoSchedule, PreferNoSchedule",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: Maybe}] | topologySpreadConstraints[0].whenUnsatisfiable: \"Maybe\" is not known; use one of DoNotSchedule, ScheduleAnyway",
        "topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}] | topologySpreadConstraints[0].maxSkew: 0 is too small; give 1 or more",
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: z, labelSelector: {matchExpressions: [{key: a, operator: In}]}}]}} | affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: is no valid selector (values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty); correct it",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: in, values: [b]}]}]}}} | affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: \"in\" is not known; use one of DoesNotExist, Exists, Gt, In, Lt, NotIn",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}} | affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: is empty; give at least one value"
      })
  void wordsAndSelectorsThatAnApiServerRefusesAreErrors(String spec, String told) {
    assertRefused(pod(spec + ", ", ""), "Pod default/web: spec." + told);
  }

  @Test
  void portsAreFrom1To65535() {
    assertRefused(
        pod("", ", ports: [{containerPort: 80, hostPort: 70000}]"),
        "Pod default/web: spec.containers[0].ports[0].hostPort: 70000 is no port; give a number from 1 to 65535");
    assertTaken(pod("", ", ports: [{containerPort: 80, hostPort: 0}]"));
  }

  @Test
  void aNameIsOneOfDnsAndControlCharactersAreShownByTheirCode() {
    assertRefused(
        "{apiVersion: v1, kind: Node, metadata: {name: \"a\\e[31m\"}}",
        "Node a\\u001b[31m: metadata.name: is no name that an API server takes; use lower case letters, digits, '-' and '.', "
            + "with a letter or digit at both ends, at most 253 characters");
    assertRefused(
        "{apiVersion: v1, kind: Service, metadata: {name: a, namespace: A}}",
        "Service A/a: metadata.namespace: is no name that an API server takes; use lower case letters, digits and '-', at most 63 characters");
    assertThat(Printable.lines("a\nb\tc\u202e")).isEqualTo("a\nb\\u0009c\\u202e");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: Namespace, metadata: {name: a.b} | Namespace a.b: metadata.name: is no name that an API server takes; use lower case letters, digits and '-', at most 63 characters",
        "kind: Namespace, metadata: {name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa} | Namespace aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: metadata.name: is no name that an API server takes; use lower case letters, digits and '-', at most 63 characters",
        "kind: Pod, metadata: {generateName: Web-}, spec: {containers: [{name: c}]} | Pod: metadata.generateName: is no beginning of a name that an API server takes; use lower case letters, digits, '-' and '.', with a letter or digit at both ends, at most 253 characters",
        "kind: Node, metadata: {name: n1, labels: {a b: c}} | Node n1: metadata.labels[a b]: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "kind: Node, metadata: {name: n1, labels: {a: c d}} | Node n1: metadata.labels[a]: \"c d\" is no such value; use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters"
      })
  void namesAndLabelsThatAnApiServerRefusesAreErrors(String object, String told) {
    assertRefused("{apiVersion: v1, " + object + "}", told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeSelector: {disk: s s d} | nodeSelector[disk]: \"s s d\" is no such value; use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters",
        "restartPolicy: always | restartPolicy: \"always\" is not known; use one of Always, Never, OnFailure",
        "schedulingGates: [{name: a b}] | schedulingGates[0]: \"a b\" is no such name; write it like example.com/gate",
        "'nodeName: n1, schedulingGates: [{name: a}]' | nodeName: is given beside schedulingGates; remove the gates, or leave it out",
        "initContainers: [{name: c}] | initContainers[0].name: \"c\" is there twice; remove or rename one of them",
        "initContainers: [{name: I_1}] | initContainers[0].name: \"I_1\" is no such name; use lower case letters, digits and '-', at most 63 characters",
        "initContainers: [{name: i, restartPolicy: always}] | initContainers[0].restartPolicy: \"always\" is not known; use one of Always, Never, OnFailure",
        "initContainers: [{name: i, ports: [{containerPort: 1, protocol: tcp}]}] | initContainers[0].ports[0].protocol: \"tcp\" is not known; use one of SCTP, TCP, UDP",
        "initContainers: [{name: i, resources: {limits: {a b/c: 1}}}] | initContainers[0].resources.limits[a b/c]: is no resource; use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu",
        "initContainers: [{name: i, resources: {limits: {requests.a.b/c: 1}}}] | initContainers[0].resources.limits[requests.a.b/c]: is no resource; use cpu, memory, ephemeral-storage, hugepages-SIZE or a name with a domain, such as example.com/gpu"
      })
  void whatAnApiServerRefusesOfAPodIsAnError(String spec, String told) {
    assertRefused(pod(spec + ", ", ""), "Pod default/web: spec." + told);
  }

  @Test
  void initContainersMayHaveTheSamePortOfTheHostOneAfterTheOther() {
    String init = "[{name: a, ports: [{containerPort: 80, hostPort: 80}]}, {name: b, ports: [{containerPort: 80, hostPort: 80}]}]";
    assertTaken(pod("initContainers: " + init + ", ", ""));
  }

  @Test
  void onTheHostsNetworkAPortIsTheSameOutside() {
    assertRefused(
        pod("hostNetwork: true, ", ", ports: [{containerPort: 80, hostPort: 81}]"),
        "Pod default/web: spec.containers[0].ports[0].hostPort: 81 is not the containerPort; with hostNetwork leave it out, or give the same");
    assertTaken(pod("hostNetwork: true, ", ", ports: [{containerPort: 80}, {containerPort: 81, hostPort: 81}]"));
  }

  @Test
  void aTaintsEffectIsOneOfThree() {
    assertRefused(
        "{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: a, effect: noSchedule}]}}",
        "Node n1: spec.taints[0].effect: \"noSchedule\" is not known; use one of NoExecute, NoSchedule, PreferNoSchedule");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{key: -a, effect: NoSchedule}] | [0].key: \"-a\" is no such key; write it like dedicated or example.com/dedicated",
        "[{key: A.com/a, effect: NoSchedule}] | [0].key: \"A.com/a\" is no such key; write it like dedicated or example.com/dedicated",
        "[{key: a, value: b c, effect: NoSchedule}] | [0].value: \"b c\" is no such value; use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters",
        "[{key: a, value: b, effect: NoExecute}, {key: a, effect: NoExecute}] | [1]: \"a\" with NoExecute is there twice; remove one of them",
        "[{key: a, effect: NoExecute, timeAdded: soon}] | [0].timeAdded: \"soon\" is no time; write it like 2026-01-31T12:00:00Z, or leave it out",
        "[{key: a, effect: NoExecute, timeAdded: ''}] | [0].timeAdded: \"\" is no time; write it like 2026-01-31T12:00:00Z, or leave it out"
      })
  void taintsThatAnApiServerRefusesAreErrors(String taints, String told) {
    assertRefused("{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: " + taints + "}}", "Node n1: spec.taints" + told);
    assertTaken("{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoExecute}]}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{key: a b, operator: Exists} | key: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "{operator: Equal, value: a} | key: is missing; give it, or tolerate all taints with operator Exists",
        "{key: a, operator: Exists, value: b} | value: is given; leave it out with Exists",
        "{key: a, value: b c} | value: \"b c\" is no such value; use letters, digits, '-', '_' and '.', with a letter or digit at both ends, at most 63 characters",
        "{key: a, operator: Gt, value: many} | value: \"many\" is no whole number; give one with Gt",
        "{key: a, operator: Lt, value: '9223372036854775808'} | value: \"9223372036854775808\" is no whole number; give one with Lt",
        "{key: a, operator: Exists, effect: NoSchedule, tolerationSeconds: 5} | tolerationSeconds: is given without effect NoExecute; give that effect, or leave it out"
      })
  void tolerationsThatAnApiServerRefusesAreErrors(String toleration, String told) {
    assertRefused(pod("tolerations: [" + toleration + "], ", ""), "Pod default/web: spec.tolerations[0]." + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minDomains: 0 | [0].minDomains: 0 is too small; give 1 or more",
        "nodeTaintsPolicy: Obey | [0].nodeTaintsPolicy: \"Obey\" is not known; use one of Honor, Ignore",
        "matchLabelKeys: [a] | [0].matchLabelKeys: is given without a labelSelector; give one, or leave it out",
        "'matchLabelKeys: [a b], labelSelector: {}' | [0].matchLabelKeys[0]: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "'nodeAffinityPolicy: Honor}, {maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule' | [1]: \"zone\" with DoNotSchedule is there twice; remove one of them"
      })
  void spreadingThatAnApiServerRefusesIsAnError(String constraint, String told) {
    String spec = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, " + constraint + "}], ";
    assertRefused(pod(spec, ""), "Pod default/web: spec.topologySpreadConstraints" + told);
    assertThat(first(pod("topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}], ", "")))
        .endsWith("[0].minDomains: is given; leave it out, or give whenUnsatisfiable DoNotSchedule");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}} | nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: is empty; give at least one",
        "nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.uid, operator: In, values: [a]}]}]}} | nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: \"metadata.uid\" is not known; use one of metadata.name",
        "nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 101, preference: {}}]} | nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: 101 is no weight; give a number from 1 to 100",
        "nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a b, operator: Exists}]}}]} | nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: \"a b\" is no such key; write it like dedicated or example.com/dedicated",
        "podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 0, podAffinityTerm: {topologyKey: zone}}]} | podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: 0 is no weight; give a number from 1 to 100",
        "podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a b}]} | podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: \"a b\" is no such key; write it like dedicated or example.com/dedicated"
      })
  void affinityThatAnApiServerRefusesIsAnError(String affinity, String told) {
    assertRefused(pod("affinity: {" + affinity + "}, ", ""), "Pod default/web: spec.affinity." + told);
  }

  @Test
  void hostPortsAndGatesAreThereOnce() {
    assertRefused(
        pod("", ", ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80, protocol: TCP}]"),
        "Pod default/web: spec.containers[0].ports[1].hostPort: 80 is there twice; give each port of the host to one container");
    assertTaken(pod("", ", ports: [{containerPort: 80, hostPort: 80}, {containerPort: 80, hostPort: 80, protocol: UDP}]"));
    assertRefused(
        pod("schedulingGates: [{name: a}, {name: a}], ", ""),
        "Pod default/web: spec.schedulingGates[1]: \"a\" is there twice; remove one of them");
  }

  @Test
  void tolerationsThatAnApiServerTakesAreRead() {
    String tolerations = "[{operator: Exists}, {key: example.com/a, value: ''}, {key: a, operator: Gt, value: '-5'}, {key: a, operator: Exists, effect: NoExecute, tolerationSeconds: -1}]";
    assertTaken(pod("tolerations: " + tolerations + ", ", ""));
  }

  @Test
  void aWorkloadSelectsItsOwnPods() {
    assertRefused(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, "
            + "template: {metadata: {labels: {a: c}}, spec: {containers: [{name: c}]}}}}",
        "Deployment default/d: spec.selector: does not match the labels of the pod template; make them agree");
  }

  @Test
  void aWorkloadWithoutASelectorIsWarnedOfWithACount() {
    String workload = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, spec: {template: {spec: {containers: [{name: c}]}}}}";
    var reading = Reading.of(workload.formatted("a") + "\n---\n" + workload.formatted("b"));
    assertThat(reading.errors()).isEmpty();
    assertThat(reading.warnings())
        .containsExactly(
            AT
                + "Deployment default/a: spec.selector: is missing; an API server refuses that; give it the labels of the pod template"
                + " (2 times; this is the first)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resourceClaims: [{name: a}], | spec.resourceClaims[0]: needs one of resourceClaimName and resourceClaimTemplateName; give one of them",
        "resourceClaims: [{name: a, resourceClaimName: x, resourceClaimTemplateName: z}], | spec.resourceClaims[0]: needs one of resourceClaimName and resourceClaimTemplateName; give one of them",
        "resourceClaims: [{name: a, resourceClaimName: x}, {name: a, resourceClaimName: z}], | spec.resourceClaims[1].name: \"a\" is there twice; remove or rename one of them",
        "resourceClaims: [{name: A, resourceClaimName: x}], | spec.resourceClaims[0].name: \"A\" is no such name; use lower case letters, digits and '-', at most 63 characters",
        "resourceClaims: [{name: a, resourceClaimName: X y}], | spec.resourceClaims[0].resourceClaimName: \"X y\" is no such name; use lower case letters, digits, '-' and '.', at most 253 characters",
        "resourceClaims: [{name: a, resourceClaimTemplateName: ''}], | spec.resourceClaims[0].resourceClaimTemplateName: is missing; give it",
        "'resourceClaims: [{name: a, resourceClaimName: x}], initContainers: [{name: i, resources: {claims: [{name: a}, {name: a}]}}],' | spec.initContainers[0].resources.claims[1]: \"a\" is there twice; remove one of them",
        "initContainers: [{name: i, resources: {claims: [{name: b}]}}], | spec.initContainers[0].resources.claims[0].name: \"b\" is no claim of the pod; name one of spec.resourceClaims"
      })
  void claimsOfAPodThatAnApiServerRefusesAreErrors(String spec, String told) {
    assertRefused(pod(spec + " ", ""), "Pod default/web: " + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minAvailable: 1, maxUnavailable: 1 | spec: has both minAvailable and maxUnavailable; give one of them",
        "minAvailable: 150% | spec.minAvailable: \"150%\" is no share; give a number without quotes, or a percentage from 0% to 100%",
        "maxUnavailable: '5' | spec.maxUnavailable: \"5\" is no share; give a number without quotes, or a percentage from 0% to 100%",
        "minAvailable: -3 | spec.minAvailable: -3 is negative; give 0 or more",
        "unhealthyPodEvictionPolicy: Never | spec.unhealthyPodEvictionPolicy: \"Never\" is not known; use one of AlwaysAllow, IfHealthyBudget"
      })
  void budgetsThatAnApiServerRefusesAreErrors(String spec, String told) {
    assertRefused(
        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {" + spec + "}}",
        "PodDisruptionBudget default/b: " + told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "high | value: 2000000000 | PriorityClass high: value: 2000000000 is above what a class may have; give 1000000000 or less",
        "system-mine | value: 1 | PriorityClass system-mine: metadata.name: begins with \"system-\", which is reserved; choose another name",
        "system-node-critical | value: 5 | PriorityClass system-node-critical: value: 5 is not the value of this class; give 2000001000",
        "system-node-critical | 'value: 2000001000, globalDefault: true' | PriorityClass system-node-critical: globalDefault: is true; a class of the system is no default"
      })
  void priorityClassesThatAnApiServerRefusesAreErrors(String name, String value, String told) {
    assertRefused("{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: " + name + "}, " + value + "}", told);
  }

  @Test
  void aSecondDefaultClassIsAWarning() {
    String text = "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %s}, value: 5, globalDefault: %s}";
    var problems = new Problems();
    var inventory = new Inventory(problems);
    for (Manifest manifest : Reading.of(
        String.join("\n---\n", text.formatted("a", true), text.formatted("b", false), text.formatted("c", true), text.formatted("d", true))).manifests()) {
      inventory.accept(manifest);
    }
    assertThat(problems.errors()).isEmpty();
    assertThat(problems.warnings())
        .containsExactly(
            "in.yaml:5: document 3: PriorityClass c: globalDefault: is true, as of PriorityClass a (in.yaml:1: document 1); "
                + "an API server takes one; the one with the lower value counts (2 times; this is the first)");
  }
}
