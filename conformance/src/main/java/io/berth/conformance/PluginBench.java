package io.berth.conformance;

import io.berth.framework.Plugin;
import io.berth.framework.Profile;
import io.berth.framework.Snapshot;
import io.berth.framework.SnapshotListener;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.testkit.FakeHandle;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;

/** The plugins of a profile by themselves: on a snapshot and objects that are laid out by hand, without queue, cache and cycles. */
final class PluginBench {

  private final FakeHandle handle = new FakeHandle();
  private final List<Plugin> plugins;

  PluginBench(Profile profile) {
    handle.profileName(profile.schedulerName());
    plugins = profile.plugins().stream().map(enabled -> enabled.factory().create(handle)).toList();
  }

  /** Lays out the objects of a kind. To be called before plugins are run. */
  <T extends HasMetadata> void put(ResourceKind<T> kind, List<T> items) {
    items.forEach(handle.objects(kind)::add);
  }

  /** Makes the snapshot, and tells those who keep an index of it. Pods of other nodes are left out. To be called once. */
  void snapshot(List<Node> nodes, List<PodInfo> pods) {
    nodes.forEach(handle.cache()::put);
    List<String> names = nodes.stream().map(node -> node.getMetadata().getName()).toList();
    pods.stream().filter(pod -> names.contains(pod.nodeName())).forEach(handle.cache()::put);
    handle.cache().snapshot();
    plugins(SnapshotListener.class).forEach(handle.cache()::listen);
  }

  Snapshot snapshot() {
    return handle.snapshot();
  }

  /** The profile's plugins of one kind, in order. */
  <T extends Plugin> List<T> plugins(Class<T> point) {
    return plugins.stream().filter(point::isInstance).map(point::cast).toList();
  }
}
