package io.berth.testkit;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;

/**
 * Objects for tests, meant to be imported statically: {@code node("n1").cpu("2").obj()}, {@code pod("p").req("cpu", "500m").obj()}.
 *
 * <p>Source of the verbs: pkg/scheduler/testing/wrappers.go, v1.37.2.
 */
public final class Fixtures {
  /** The namespace of fixtures that name none. */
  public static final String DEFAULT_NAMESPACE = "default";

  private Fixtures() {}

  /** A pod without containers, in namespace {@code default}; {@code uid} is its name until another is given. */
  public static PodFixture pod(String name) {
    return new PodFixture(name);
  }

  /** A node with room for 32 pods and nothing else. */
  public static NodeFixture node(String name) {
    return new NodeFixture(name);
  }

  /** A container. */
  public static ContainerFixture container(String name) {
    return new ContainerFixture(name);
  }

  /** A disruption budget in namespace {@code default}. */
  public static PdbFixture pdb(String name) {
    return new PdbFixture(name);
  }

  /** A label selector that matches everything until it is narrowed down. */
  public static LabelSelectorFixture selector() {
    return new LabelSelectorFixture();
  }

  /** A label selector for exactly these labels, given as keys and values in turn. */
  public static LabelSelector matching(String... keysAndValues) {
    LabelSelectorFixture selector = new LabelSelectorFixture();
    Amounts.pairs(keysAndValues).forEach(selector::label);
    return selector.obj();
  }

  /** A namespace with these labels (keys and values in turn) and the one that every namespace has. */
  public static Namespace namespace(String name, String... keysAndValues) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name)
        .addToLabels("kubernetes.io/metadata.name", name)
        .addToLabels(Amounts.pairs(keysAndValues))
        .endMetadata()
        .build();
  }

  /** A service in namespace {@code default} that selects these labels. */
  public static Service service(String name, String... keysAndValues) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(DEFAULT_NAMESPACE)
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withSelector(Amounts.pairs(keysAndValues))
        .endSpec()
        .build();
  }

  /** A replica set in namespace {@code default} that selects these labels. */
  public static ReplicaSet replicaSet(String name, int replicas, String... keysAndValues) {
    return new ReplicaSetBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(DEFAULT_NAMESPACE)
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withSelector(matching(keysAndValues))
        .endSpec()
        .build();
  }

  /** A stateful set in namespace {@code default} that selects these labels. */
  public static StatefulSet statefulSet(String name, int replicas, String... keysAndValues) {
    return new StatefulSetBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(DEFAULT_NAMESPACE)
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withSelector(matching(keysAndValues))
        .endSpec()
        .build();
  }

  /** A replication controller in namespace {@code default} that selects these labels. */
  public static ReplicationController replicationController(String name, int replicas, String... keysAndValues) {
    return new ReplicationControllerBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(DEFAULT_NAMESPACE)
        .withUid(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withSelector(Amounts.pairs(keysAndValues))
        .endSpec()
        .build();
  }

  /** A priority class. */
  public static PriorityClass priorityClass(String name, int value) {
    return new PriorityClassBuilder().withNewMetadata().withName(name).endMetadata().withValue(value).build();
  }
}
