package io.berth.examples;

import io.berth.plugins.DefaultPlugins;
import io.berth.scheduler.Scheduler;
import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.SimulatedKubelet;
import io.berth.simulator.VirtualTime;
import io.berth.simulator.trace.TraceGenerator;
import io.berth.simulator.trace.TraceMonitor;
import io.berth.simulator.trace.TracePlayer;
import io.berth.simulator.trace.TraceSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;

/** How does the default profile do under an hour of heavy-tailed load on eight nodes? */
public final class HeavyTailedLoad {
  public static void main(String[] args) {
    var settings = TraceSettings.of(8, Duration.ofSeconds(10)).withLength(Duration.ofHours(1));
    var trace = TraceGenerator.generate(settings, new Random(1)).trace();
    var time = VirtualTime.create();
    var cluster = InMemoryCluster.builder(time, time.executor()).admission(true).build();
    var player = new TracePlayer(trace, cluster, TracePlayer.Replicas.BY_PLAYER);
    player.prepare();
    var settle = Duration.ofSeconds(30);
    var monitor = TraceMonitor.start(trace, cluster, time, time.executor(), settle, settings.length());
    try (var kubelet = SimulatedKubelet.on(time, cluster);
        var scheduler = Scheduler.builder().cluster(cluster).profile(DefaultPlugins.profile()).random(new Random(1))
            .timers(time).schedulingExecutor(time.executor()).workExecutor(time.executor()).build()) {
      kubelet.start();
      scheduler.start();
      player.play(time, settle, settings.length());
      time.advance(settle.plus(settings.length()));
    }
    var seen = monitor.statistics();
    System.out.printf(Locale.ROOT, "usage %.1f %%, %d pods ran after %.1f s, %.1f wait%n",
        100 * seen.usage(), seen.all().started(), seen.all().latency(), seen.pending());
  }
}
