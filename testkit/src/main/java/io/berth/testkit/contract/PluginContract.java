package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.Handle;
import io.berth.framework.Plugin;
import io.berth.framework.SnapshotListener;
import io.berth.testkit.FakeCache;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.RandomObjects;
import io.berth.testkit.SeededCases;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * What holds for every plugin, and the ground for the other contracts: random nodes and pods, the plugin made anew for each case.
 *
 * @param <P> the plugin's class
 */
public abstract class PluginContract<P extends Plugin> {
  /** For the subclasses, which are test classes. */
  protected PluginContract() {}

  /** Makes the plugin under test. */
  protected abstract P create(Handle handle);

  /** How many cases each property is checked on; 50 unless this is overridden. */
  protected int cases() {
    return 50;
  }

  /** Prepares a handle before the plugin is made, such as objects of other kinds; does nothing unless it is overridden. */
  protected void prepare(FakeHandle handle, RandomGenerator random) {
    // most plugins need nodes and pods only
  }

  /** The plugin with what it sees. */
  protected record Bench<P extends Plugin>(P plugin, FakeHandle handle, FakeCache cache, RandomObjects objects, RandomGenerator random) {}

  /** Checks something on all cases. */
  protected final void onEachCase(Check<P> check) {
    SeededCases.of(cases()).check(random -> check.on(bench(random)));
  }

  /** What is checked on a case. */
  @FunctionalInterface
  protected interface Check<P extends Plugin> {
    /** Throws when it does not hold. */
    void on(Bench<P> bench);
  }

  /** A plugin in a random cluster that it has seen. */
  protected final Bench<P> bench(RandomGenerator random) {
    RandomObjects objects = new RandomObjects(random);
    FakeCache cache = objects.cache(random.nextInt(1, 8), random.nextInt(20));
    FakeHandle handle = new FakeHandle(cache);
    prepare(handle, random);
    P plugin = create(handle);
    handle.running(plugin);
    if (plugin instanceof SnapshotListener listener) {
      cache.listen(listener);
    }
    cache.snapshot();
    return new Bench<>(plugin, handle, cache, objects, random);
  }

  @Test
  void hasANameAndKindsThatNeverChange() {
    P plugin = create(new FakeHandle());
    assertThat(plugin.name()).isNotBlank().isEqualTo(plugin.name()).isEqualTo(create(new FakeHandle()).name());
    assertThat(plugin.reads()).isEqualTo(plugin.reads());
  }
}
