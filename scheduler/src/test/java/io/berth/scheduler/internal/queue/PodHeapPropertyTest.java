package io.berth.scheduler.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.FakeTimers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A heap against a list that is sorted each time. */
final class PodHeapPropertyTest {
  @Test
  void aHeapGivesPodsInTheOrderOfASortedListWhateverKeysChange() {
    for (long seed = 0; seed < 100; seed++) {
      run(seed);
    }
  }

  private static void run(long seed) {
    Random random = new Random(seed);
    Map<String, Integer> keys = new HashMap<>();
    PodHeap heap = new PodHeap((a, b) -> Integer.compare(keys.get(a.uid()), keys.get(b.uid())));
    List<QueuedPod> model = new ArrayList<>();
    Comparator<QueuedPod> order = Comparator.<QueuedPod>comparingInt(pod -> keys.get(pod.uid())).thenComparingLong(pod -> pod.sequence);
    long sequence = 0;
    for (int step = 0; step < 200; step++) {
      String told = "seed " + seed + ", step " + step;
      int kind = random.nextInt(10);
      if (kind < 4 || model.isEmpty()) {
        QueuedPod pod = new QueuedPod(QueueHarness.pod("p" + sequence), FakeTimers.START);
        keys.put(pod.uid(), random.nextInt(8));
        pod.sequence = sequence++;
        heap.add(pod);
        model.add(pod);
      } else if (kind < 6) {
        QueuedPod first = model.stream().min(order).orElseThrow();
        assertThat(heap.poll()).as(told).isSameAs(first);
        model.remove(first);
      } else if (kind < 7) {
        QueuedPod some = model.remove(random.nextInt(model.size()));
        assertThat(heap.remove(some)).as(told).isTrue();
        assertThat(heap.remove(some)).as(told).isFalse();
      } else {
        List<QueuedPod> changed = new ArrayList<>(model.stream().filter(pod -> random.nextInt(3) == 0).toList());
        Collections.shuffle(changed, random);
        changed.forEach(pod -> keys.put(pod.uid(), random.nextInt(8)));
        heap.repositionAll(changed);
      }
      List<String> found = new ArrayList<>();
      heap.violations("heap", found);
      assertThat(found).as(told).isEmpty();
      assertThat(heap.sorted()).as(told).containsExactlyElementsOf(model.stream().sorted(order).toList());
      assertThat(heap.size()).as(told).isEqualTo(model.size());
    }
  }
}
