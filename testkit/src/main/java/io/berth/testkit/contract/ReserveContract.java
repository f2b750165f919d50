package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.CycleState;
import io.berth.framework.ReservePlugin;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import org.junit.jupiter.api.Test;

/** What holds for a Reserve plugin: what was taken is given back, once, however often that is asked for. */
public abstract class ReserveContract<P extends ReservePlugin> extends PluginContract<P> {
  /** For the subclasses, which are test classes. */
  protected ReserveContract() {}

  /** What stands in the plugin's books now; a value that does not change when the books do. */
  protected abstract Object books(P plugin);

  /** Prepares a cycle up to Reserve; does nothing unless it is overridden. */
  protected void before(Bench<P> bench, CycleState state, PodInfo pod) {
    // most plugins reserve what they read from the pod
  }

  @Test
  void unreserveGivesBackWhatReserveTook() {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          before(bench, state, pod);
          Object books = books(bench.plugin());
          bench.plugin().reserve(state, pod, "n0");
          bench.plugin().unreserve(state, pod, "n0");
          assertThat(books(bench.plugin())).isEqualTo(books);
        });
  }

  @Test
  void unreserveMayComeTwiceOrWithoutAReserve() {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          before(bench, state, pod);
          Object books = books(bench.plugin());
          bench.plugin().unreserve(state, pod, "n0");
          assertThat(books(bench.plugin())).as("without a reserve").isEqualTo(books);
          bench.plugin().reserve(state, pod, "n0");
          bench.plugin().unreserve(state, pod, "n0");
          bench.plugin().unreserve(state, pod, "n0");
          assertThat(books(bench.plugin())).as("twice").isEqualTo(books);
        });
  }

  @Test
  void whatWasGivenBackCanBeTakenAgain() {
    onEachCase(
        bench -> {
          CycleState state = new CycleState();
          PodInfo pod = bench.objects().pod("p").info();
          before(bench, state, pod);
          Status first = bench.plugin().reserve(state, pod, "n0");
          Object books = books(bench.plugin());
          bench.plugin().unreserve(state, pod, "n0");
          assertThat(bench.plugin().reserve(state, pod, "n0").code()).isEqualTo(first.code());
          assertThat(books(bench.plugin())).isEqualTo(books);
        });
  }
}
