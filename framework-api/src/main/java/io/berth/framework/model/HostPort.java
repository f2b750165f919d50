package io.berth.framework.model;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port of the host that a pod takes. An empty address is {@link #ANY_IP}, an empty protocol TCP.
 *
 * <p>Source: kube-scheduler/framework/types.go HostPortInfo, v0.37.2; pkg/scheduler/util/utils.go GetHostPorts, v1.37.2.
 */
public record HostPort(String ip, String protocol, int port) implements Comparable<HostPort> {

  /** The address that stands for all. */
  public static final String ANY_IP = "0.0.0.0";

  private static final Comparator<HostPort> ORDER =
      Comparator.comparingInt(HostPort::port).thenComparing(HostPort::protocol).thenComparing(HostPort::ip);

  /** Fills in what is empty. */
  public HostPort {
    ip = ip.isEmpty() ? ANY_IP : ip;
    protocol = protocol.isEmpty() ? "TCP" : protocol;
  }

  /** Whether both cannot be taken on one node. */
  public boolean conflictsWith(HostPort other) {
    return port == other.port && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || ip.equals(ANY_IP) || other.ip.equals(ANY_IP));
  }

  /** The host ports of the sidecars and the containers, in this order. */
  static List<HostPort> of(@Nullable PodSpec spec) {
    List<HostPort> ports = null;
    if (spec != null && spec.getInitContainers() != null) {
      for (Container container : spec.getInitContainers()) {
        if ("Always".equals(container.getRestartPolicy())) {
          ports = collect(container, ports);
        }
      }
    }
    if (spec != null && spec.getContainers() != null) {
      for (Container container : spec.getContainers()) {
        ports = collect(container, ports);
      }
    }
    return ports == null ? List.of() : List.copyOf(ports);
  }

  private static @Nullable List<HostPort> collect(Container container, @Nullable List<HostPort> ports) {
    if (container.getPorts() == null) {
      return ports;
    }
    List<HostPort> result = ports;
    for (ContainerPort port : container.getPorts()) {
      if (port.getHostPort() != null && port.getHostPort() > 0) {
        result = result == null ? new ArrayList<>(2) : result;
        result.add(new HostPort(
            port.getHostIP() == null ? "" : port.getHostIP(),
            port.getProtocol() == null ? "" : port.getProtocol(),
            port.getHostPort()));
      }
    }
    return result;
  }

  /** By port, protocol and address. */
  @Override
  public int compareTo(HostPort other) {
    return ORDER.compare(this, other);
  }
}
