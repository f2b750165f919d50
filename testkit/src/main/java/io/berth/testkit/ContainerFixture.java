package io.berth.testkit;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;

/**
 * Builds a container.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (ContainerWrapper), v1.37.2.
 */
public final class ContainerFixture {
  /** The image of containers that name none. */
  static final String PAUSE = "registry.k8s.io/pause:3.10";

  private final ContainerBuilder container = new ContainerBuilder();

  ContainerFixture(String name) {
    container.withName(name).withImage(PAUSE);
  }

  /** Sets the image. */
  public ContainerFixture image(String image) {
    container.withImage(image);
    return this;
  }

  /** Adds a port of the host. */
  public ContainerFixture hostPort(int port) {
    container.addNewPort().withContainerPort(port).withHostPort(port).endPort();
    return this;
  }

  /** Adds ports. */
  public ContainerFixture containerPort(ContainerPort... ports) {
    container.addToPorts(ports);
    return this;
  }

  /** Sets requests and limits to the same amounts: {@code "cpu", "2", "memory", "1Gi"}. */
  public ContainerFixture resources(String... namesAndQuantities) {
    return resourceRequests(namesAndQuantities).resourceLimits(namesAndQuantities);
  }

  /** Sets the requests. */
  public ContainerFixture resourceRequests(String... namesAndQuantities) {
    container.editOrNewResources().withRequests(Amounts.of(namesAndQuantities)).endResources();
    return this;
  }

  /** Sets the limits. */
  public ContainerFixture resourceLimits(String... namesAndQuantities) {
    container.editOrNewResources().withLimits(Amounts.of(namesAndQuantities)).endResources();
    return this;
  }

  /** Sets the container's own restart policy; {@code Always} makes a sidecar of an init container. */
  public ContainerFixture restartPolicy(String policy) {
    container.withRestartPolicy(policy);
    return this;
  }

  /** The container. */
  public Container obj() {
    return container.build();
  }
}
