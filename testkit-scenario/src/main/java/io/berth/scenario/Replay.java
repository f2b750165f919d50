package io.berth.scenario;

import io.berth.framework.Plugin;
import io.berth.framework.PluginFactory;
import io.berth.framework.Profile;
import io.berth.scheduler.SchedulerOptions;
import io.berth.simulator.record.Recording;
import io.berth.simulator.record.RecordingPlayer;
import io.berth.simulator.record.RecordingPlayer.Mode;
import io.berth.simulator.record.RecordingReader;
import io.berth.simulator.record.UnreadableRecordingException;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A recording of {@code berth record}, played to a complete scheduler in virtual time, so that what somebody has reported becomes a test.
 *
 * <pre>{@code
 * var replay = Replay.of(Path.of("src/test/recordings/shop.berth")).run();
 * assertThat(replay).placesPodsAsRecorded();
 * assertThat(replay.pod("shop/web-0")).isOn("node-a");
 * }</pre>
 *
 * <p>Pods come, change and go when they did, and are where the scheduler here puts them ({@link Mode#DECIDE}). It has the default
 * profile's plugins, to which {@code using} adds, and decides what {@code berth simulate --replay} decides. No kubelets run: the recording
 * says when pods start and end. The invariants of cache, queue, nominator and bindings are looked at after each event.
 *
 * <p>Mutable; each method returns the same object. Not thread-safe.
 */
public final class Replay {
  private final Recording recording;
  private WorldSettings settings = WorldSettings.defaults().withSeed(RecordingPlayer.SEED);

  private Replay(Recording recording) {
    this.recording = recording;
  }

  /**
   * Plays this file.
   *
   * @throws IllegalArgumentException when it is no whole recording, with the reason
   */
  public static Replay of(Path file) {
    try {
      return of(RecordingReader.read(file));
    } catch (UnreadableRecordingException e) {
      throw new IllegalArgumentException(file + " " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Plays a recording that has been read already. */
  public static Replay of(Recording recording) {
    return new Replay(recording);
  }

  /** Adds a plugin to the profile, or replaces the one of its name; one that keeps state needs a factory. */
  public Replay using(Plugin plugin) {
    return using(plugin.name(), handle -> plugin);
  }

  /** As above, with a plugin that is made for each run. */
  public Replay using(String name, PluginFactory factory) {
    return profile(profile -> profile.enable(name, factory));
  }

  /** Takes a plugin out of the profile. */
  public Replay without(String plugin) {
    return profile(profile -> profile.disable(plugin));
  }

  /** Changes the profile, which starts as the default one. Pods that ask for another scheduler than its own stay where they were. */
  public Replay profile(UnaryOperator<Profile.Builder> change) {
    settings = settings.withProfile(change.apply(settings.profile().toBuilder()).build());
    return this;
  }

  /** Changes the scheduler's options. */
  public Replay options(UnaryOperator<SchedulerOptions.Builder> change) {
    settings = settings.withOptions(change.apply(settings.options().toBuilder()).build());
    return this;
  }

  /** Plays the recording to its end. */
  public ReplayOutcome run() {
    try (World world = World.withoutKubelets(settings, Random::new)) {
      ScenarioExtension.opened(world, "a replay");
      Observed observed = new Observed(world);
      RecordingPlayer player = new RecordingPlayer(recording, world.cluster(), Mode.DECIDE, this::isServed);
      player.prepare(observed);
      world.startScheduler();
      player.play(world.time(), at -> goTo(world, at), observed);
      return observed.outcome();
    }
  }

  private boolean isServed(Pod pod) {
    String name = pod.getSpec().getSchedulerName();
    return name == null || name.equals(settings.profile().schedulerName());
  }

  private static void goTo(World world, Instant instant) {
    world.advance(Duration.between(world.time().now(), instant));
  }

  /** Looks at each pod that the scheduler has to place when it ends, or the recording does. */
  private static final class Observed implements RecordingPlayer.Listener {
    private final World world;
    private final Map<String, String> recorded = new LinkedHashMap<>();
    private final Map<String, Sight> sights = new LinkedHashMap<>();

    Observed(World world) {
      this.world = world;
    }

    @Override
    public void waits(Pod pod) {
      recorded.put(KnownCluster.key(pod), "");
    }

    @Override
    public void wasBound(Pod pod, String node) {
      world.story().tell("recorded: " + pod.getMetadata().getName() + " was bound to " + node);
      recorded.put(KnownCluster.key(pod), node);
    }

    @Override
    public void ends(Pod pod) {
      String key = KnownCluster.key(pod);
      sights.put(key, Sight.of(world, "the recorded order", key, ""));
    }

    ReplayOutcome outcome() {
      String story = world.story().toString();
      sights.replaceAll((key, sight) -> sight.withStory(story));
      return new ReplayOutcome(recorded, sights);
    }
  }
}
