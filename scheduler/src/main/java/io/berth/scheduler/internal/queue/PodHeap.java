package io.berth.scheduler.internal.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap in which each pod knows its slot, so that removing and re-positioning one is O(log n). A pod is in at most one heap
 * at a time. Equal pods come out in the order in which they came in.
 */
final class PodHeap {
  /** The order of a heap. */
  @FunctionalInterface
  interface Order {
    /** Negative if {@code a} comes first, positive if {@code b} does, zero if their sequence decides. */
    int compare(QueuedPod a, QueuedPod b);
  }

  private final Order order;
  private @Nullable QueuedPod[] slots = new QueuedPod[16];
  private int size;

  PodHeap(Order order) {
    this.order = order;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean contains(QueuedPod pod) {
    return pod.heapIndex >= 0 && pod.heapIndex < size && slots[pod.heapIndex] == pod;
  }

  @Nullable QueuedPod peek() {
    return slots[0];
  }

  void add(QueuedPod pod) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
    }
    place(pod, size++);
    siftUp(pod);
  }

  @Nullable QueuedPod poll() {
    QueuedPod first = slots[0];
    if (first != null) {
      remove(first);
    }
    return first;
  }

  boolean remove(QueuedPod pod) {
    if (!contains(pod)) {
      return false;
    }
    int hole = pod.heapIndex;
    QueuedPod last = at(--size);
    slots[size] = null;
    pod.heapIndex = -1;
    if (last != pod) {
      place(last, hole);
      reposition(last);
    }
    return true;
  }

  /** The pod's key may have changed; every other pod's has not. */
  void reposition(QueuedPod pod) {
    siftUp(pod);
    siftDown(pod);
  }

  /**
   * The keys of these pods may have changed, all at once. They are first raised to the top as if they were smaller than any other,
   * which compares no key that has changed, and then taken out and put in again. Whoever stands higher is raised first: raising a pod
   * moves those above it down, and they must not come to stand above one that has been raised.
   *
   * @param pods pods of this heap
   */
  void repositionAll(Collection<QueuedPod> pods) {
    if (pods.size() < 2) {
      pods.forEach(this::reposition);
      return;
    }
    List<QueuedPod> fromTheTop = new ArrayList<>(pods);
    fromTheTop.sort(Comparator.comparingInt(pod -> pod.heapIndex));
    fromTheTop.forEach(pod -> pod.moving = true);
    fromTheTop.forEach(this::siftUp);
    List<QueuedPod> out = new ArrayList<>(pods.size());
    for (QueuedPod top = slots[0]; top != null && top.moving; top = slots[0]) {
      remove(top);
      out.add(top);
    }
    out.forEach(pod -> pod.moving = false);
    out.forEach(this::add);
  }

  /** All pods, in the order in which they would come out. */
  List<QueuedPod> sorted() {
    List<QueuedPod> all = unsorted();
    all.sort(this::compare);
    return all;
  }

  /** All pods, in no particular order, but always the same one. */
  List<QueuedPod> unsorted() {
    List<QueuedPod> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(at(i));
    }
    return all;
  }

  /** Adds what does not hold, one sentence each. */
  void violations(String name, List<String> found) {
    for (int i = 0; i < size; i++) {
      QueuedPod pod = at(i);
      if (pod.heapIndex != i) {
        found.add(name + ": " + pod + " is in slot " + i + " but says " + pod.heapIndex);
      }
      if (i > 0 && compare(at((i - 1) / 2), pod) > 0) {
        found.add(name + ": " + pod + " comes before " + at((i - 1) / 2) + ", which stands above it");
      }
    }
  }

  private int compare(QueuedPod a, QueuedPod b) {
    if (a.moving != b.moving) {
      return a.moving ? -1 : 1;
    }
    int byKey = a.moving ? 0 : order.compare(a, b);
    return byKey != 0 ? byKey : Long.compare(a.sequence, b.sequence);
  }

  private void siftUp(QueuedPod pod) {
    int i = pod.heapIndex;
    while (i > 0) {
      int parent = (i - 1) / 2;
      QueuedPod above = at(parent);
      if (compare(above, pod) <= 0) {
        break;
      }
      place(above, i);
      i = parent;
    }
    place(pod, i);
  }

  private void siftDown(QueuedPod pod) {
    int i = pod.heapIndex;
    while (true) {
      int child = 2 * i + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && compare(at(child + 1), at(child)) < 0) {
        child++;
      }
      QueuedPod below = at(child);
      if (compare(pod, below) <= 0) {
        break;
      }
      place(below, i);
      i = child;
    }
    place(pod, i);
  }

  private void place(QueuedPod pod, int i) {
    slots[i] = pod;
    pod.heapIndex = i;
  }

  private QueuedPod at(int i) {
    QueuedPod pod = slots[i];
    if (pod == null) {
      throw new IllegalStateException("slot " + i + " of " + size + " is empty");
    }
    return pod;
  }
}
