package io.berth.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KindResourcesTest {
  private final PlayedApiServer server = new PlayedApiServer();
  private final Fabric8Cluster cluster = new Fabric8Cluster(server.client(), Clock.systemUTC(), Runnable::run, "test");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aCustomKindIsWatchedWithoutAClassOfItsOwn() throws InterruptedException {
    var kind = new ResourceKind<>("example.org", "v1", "gadgets", "Gadget", true, GenericKubernetesResource.class);
    var gadget =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("example.org/v1")
            .withKind("Gadget")
            .withNewMetadata()
            .withNamespace("team")
            .withName("g")
            .withUid("u1")
            .withResourceVersion("5")
            .endMetadata()
            .build();
    server.serve("/apis/example.org/v1/gadgets", "7", gadget);
    QueuedSink<GenericKubernetesResource> sink = new QueuedSink<>();

    server.follow(cluster, kind, sink);

    assertThat(sink.next(2)).containsExactly("added(team/g)", "synced");
    server.nextWatch().sends("DELETED", gadget);
    assertThat(sink.next(1)).containsExactly("deleted(team/g)");
  }

  @Test
  void kindsWithoutNamespacesAreWatchedWhereTheyAre() throws InterruptedException {
    server.serve("/apis/resource.k8s.io/v1/deviceclasses", "7");
    QueuedSink<DeviceClass> sink = new QueuedSink<>();

    server.follow(cluster, ResourceKind.DEVICE_CLASSES, sink);

    assertThat(sink.next(1)).containsExactly("synced");
  }

  @Test
  void aKindWhoseClassSaysSomethingElseIsRefused() {
    var kind = new ResourceKind<>("example.org", "v1", "pods", "Pod", true, Pod.class);

    assertThatThrownBy(() -> cluster.watch(kind, new QueuedSink<>()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "io.fabric8.kubernetes.api.model.Pod cannot be watched as namespaced pods.example.org/v1: "
                + "by its annotations it is namespaced pods.v1; use GenericKubernetesResource, or the kind that it is");
  }
}
