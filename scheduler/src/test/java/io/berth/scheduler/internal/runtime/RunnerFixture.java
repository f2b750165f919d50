package io.berth.scheduler.internal.runtime;

import static io.berth.testkit.Fixtures.node;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NodeChanges;
import io.berth.framework.Plugin;
import io.berth.framework.Profile;
import io.berth.framework.metrics.SchedulerMetrics;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import io.berth.scheduler.fake.Plugins;
import io.berth.scheduler.internal.queue.Nominator;
import io.berth.testkit.FakeTimers;
import io.berth.testkit.Fixtures;
import java.lang.reflect.Proxy;
import java.util.List;

/** A profile's runner by itself. */
final class RunnerFixture {
  final FakeTimers time = new FakeTimers();
  final SchedulingThread thread = new SchedulingThread(time);
  final Nominator nominator = new Nominator(pod -> true, new NodeChanges());
  final WaitingPods waitingPods = new WaitingPods(time, thread);
  final CycleState state = new CycleState();
  final PodInfo pod = Fixtures.pod("p").cpu("1").info();
  final NodeInfo n1 = node("n1").cpu("4").info();
  final NodeInfo n2 = node("n2").cpu("4").info();

  ProfileRunner runner(Plugin... plugins) {
    Profile.Builder builder = Plugins.profile("default-scheduler");
    for (Plugin plugin : plugins) {
      builder.enable(plugin.name(), handle -> plugin);
    }
    return runner(builder.build());
  }

  ProfileRunner runner(Profile profile) {
    return new ProfileRunner(
        profile,
        ProfilePlugins.load(profile, noHandle()),
        new RunnerServices(nominator, waitingPods, thread, time, SchedulerMetrics.NONE));
  }

  List<NodeInfo> nodes() {
    return List.of(n1, n2);
  }

  /** A handle for plugins that do not use it. */
  static Handle noHandle() {
    return (Handle)
        Proxy.newProxyInstance(
            RunnerFixture.class.getClassLoader(),
            new Class<?>[] {Handle.class},
            (proxy, method, arguments) -> {
              throw new AssertionError("the handle is not used here");
            });
  }
}
