package io.berth.framework.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host ports that are taken on a node. Immutable. A port that two pods take stays taken until both are gone.
 *
 * <p>Source: kube-scheduler/framework/types.go HostPortInfo, v0.37.2.
 */
public final class HostPortInfo {

  /** No port is taken. */
  public static final HostPortInfo EMPTY = new HostPortInfo(new HostPort[0]);

  /** Sorted; a port that is taken twice is here twice. */
  private final HostPort[] ports;

  private HostPortInfo(HostPort[] ports) {
    this.ports = ports;
  }

  /** These ports as well. */
  public HostPortInfo with(List<HostPort> more) {
    if (more.isEmpty()) {
      return this;
    }
    HostPort[] all = Arrays.copyOf(ports, ports.length + more.size());
    for (int i = 0; i < more.size(); i++) {
      all[ports.length + i] = more.get(i);
    }
    Arrays.sort(all);
    return new HostPortInfo(all);
  }

  /** Without these ports, each once. */
  public HostPortInfo without(List<HostPort> fewer) {
    if (fewer.isEmpty()) {
      return this;
    }
    List<HostPort> left = new ArrayList<>(Arrays.asList(ports));
    fewer.forEach(left::remove);
    return left.isEmpty() ? EMPTY : new HostPortInfo(left.toArray(HostPort[]::new));
  }

  /** Without these ports, however often they are taken. */
  public HostPortInfo freed(List<HostPort> free) {
    if (free.isEmpty()) {
      return this;
    }
    List<HostPort> left = new ArrayList<>(Arrays.asList(ports));
    left.removeAll(free);
    return left.isEmpty() ? EMPTY : new HostPortInfo(left.toArray(HostPort[]::new));
  }

  /** Whether a port cannot be taken any more. Allocates nothing. */
  public boolean conflictsWith(HostPort wanted) {
    for (int i = firstAtLeast(wanted.port()); i < ports.length && ports[i].port() == wanted.port(); i++) {
      if (ports[i].conflictsWith(wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Whether any of these ports cannot be taken any more. Allocates nothing. */
  public boolean conflictsWithAny(List<HostPort> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (conflictsWith(wanted.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** How many ports are taken, each time that it is. */
  public int size() {
    return ports.length;
  }

  private int firstAtLeast(int port) {
    int low = 0;
    int high = ports.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ports[middle].port() < port) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HostPortInfo that && Arrays.equals(ports, that.ports);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ports);
  }

  @Override
  public String toString() {
    return Arrays.toString(ports);
  }
}
