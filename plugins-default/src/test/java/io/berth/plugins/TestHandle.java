package io.berth.plugins;

import io.berth.framework.FeatureGates;
import io.berth.framework.Handle;
import io.berth.framework.Snapshot;
import io.berth.framework.cluster.ClusterWrites;
import io.berth.framework.cluster.Lister;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.resource.EffectiveRequests;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parts of a handle that these plugins use; the other parts fail when they are touched. */
public final class TestHandle {
  private TestHandle() {}

  /** No nodes, default gates. */
  public static Handle of() {
    return of(FeatureGates.defaults(), new TestSnapshot(List.of()));
  }

  /** These nodes, default gates. */
  public static Handle of(Snapshot snapshot) {
    return of(FeatureGates.defaults(), snapshot);
  }

  /** These gates, no nodes. */
  public static Handle of(FeatureGates gates) {
    return of(gates, new TestSnapshot(List.of()));
  }

  /** These writes, and nothing else. */
  public static Handle of(ClusterWrites writes) {
    return of(Map.of("writes", args -> writes));
  }

  private static Handle of(FeatureGates gates, Snapshot snapshot) {
    return of(
        Map.of(
            "featureGates", args -> gates,
            "snapshot", args -> snapshot,
            "effectiveRequests", args -> EffectiveRequests.upstream(),
            "shared", args -> ((Supplier<?>) args[1]).get(),
            "profileName", args -> "default-scheduler",
            "lister", args -> nothing((ResourceKind<?>) args[0]),
            "informer", args -> nothing((ResourceKind<?>) args[0])));
  }

  private static Handle of(Map<String, Function<Object[], Object>> parts) {
    return (Handle)
        Proxy.newProxyInstance(
            Handle.class.getClassLoader(),
            new Class<?>[] {Handle.class},
            (proxy, method, args) -> {
              Function<Object[], Object> part = parts.get(method.getName());
              if (part == null) {
                throw new AssertionError("nobody expected Handle." + method.getName());
              }
              return part.apply(args == null ? new Object[0] : args);
            });
  }

  private static Object nothing(ResourceKind<?> kind) {
    return Proxy.newProxyInstance(
        Lister.class.getClassLoader(),
        new Class<?>[] {io.berth.framework.cluster.Informer.class},
        (proxy, method, args) ->
            switch (method.getName()) {
              case "list" -> List.of();
              case "addHandler", "get" -> null;
              default -> kind.toString();
            });
  }

  /** A snapshot of these nodes. */
  public record TestSnapshot(List<NodeInfo> nodes) implements Snapshot {
    @Override
    public @Nullable NodeInfo node(String name) {
      return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElse(null);
    }

    @Override
    public int imageNodes(String image) {
      return (int) nodes.stream().filter(node -> node.hasImage(image)).count();
    }

    @Override
    public int podCount() {
      return nodes.stream().mapToInt(node -> node.pods().size()).sum();
    }

    @Override
    public long version() {
      return 1;
    }
  }
}
