package io.berth.simulator;

import io.berth.framework.Timers;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events by time, then sequence number. What is due at once goes through a plain queue; the rest through a binary heap. A cancelled
 * event is dropped when its turn comes, and all of them when they are more than half of the heap. Not thread-safe.
 */
final class EventQueue {
  private final ArrayDeque<Event> ready = new ArrayDeque<>();
  private Event[] heap = new Event[64];
  private int heapSize;
  private int cancelledInHeap;
  private long sequence;

  /** One event; also the handle to cancel it. */
  private static final class Event implements Timers.Timer {
    final EventQueue queue;
    final long nanos;
    final long sequence;
    final boolean inHeap;
    @Nullable Runnable task;

    Event(EventQueue queue, long nanos, long sequence, boolean inHeap, Runnable task) {
      this.queue = queue;
      this.nanos = nanos;
      this.sequence = sequence;
      this.inHeap = inHeap;
      this.task = task;
    }

    boolean before(Event other) {
      return nanos < other.nanos || (nanos == other.nanos && sequence < other.sequence);
    }

    @Override
    public boolean cancel() {
      if (task == null) {
        return false;
      }
      task = null;
      if (inHeap) {
        queue.cancelled();
      }
      return true;
    }
  }

  /** Adds an event. */
  Timers.Timer add(long nanos, Runnable task) {
    Event event = new Event(this, nanos, sequence++, true, Objects.requireNonNull(task, "task"));
    if (heapSize == heap.length) {
      heap = Arrays.copyOf(heap, heapSize * 2);
    }
    siftUp(heapSize++, event);
    return event;
  }

  /** Adds an event that is due now; now never goes back. */
  void addNow(long nanos, Runnable task) {
    ready.add(new Event(this, nanos, sequence++, false, Objects.requireNonNull(task, "task")));
  }

  /** How many events wait. */
  int size() {
    return ready.size() + heapSize - cancelledInHeap;
  }

  /** When the next event is due; {@link Long#MAX_VALUE} when there is none. */
  long nextNanos() {
    dropCancelledHead();
    Event first = ready.peek();
    if (first != null) {
      return heapSize > 0 && heap[0].before(first) ? heap[0].nanos : first.nanos;
    }
    return heapSize > 0 ? heap[0].nanos : Long.MAX_VALUE;
  }

  /** Takes the next event out; there must be one. */
  Runnable poll() {
    dropCancelledHead();
    Event first = ready.peek();
    Event next;
    if (first == null || (heapSize > 0 && heap[0].before(first))) {
      next = heap[0];
      removeHead();
    } else {
      next = ready.remove();
    }
    Runnable task = Objects.requireNonNull(next.task);
    next.task = null;
    return task;
  }

  private void dropCancelledHead() {
    while (heapSize > 0 && heap[0].task == null) {
      removeHead();
      cancelledInHeap--;
    }
  }

  private void cancelled() {
    if (++cancelledInHeap > 64 && cancelledInHeap > heapSize / 2) {
      compact();
    }
  }

  private void compact() {
    int kept = 0;
    for (int i = 0; i < heapSize; i++) {
      if (heap[i].task != null) {
        heap[kept++] = heap[i];
      }
    }
    Arrays.fill(heap, kept, heapSize, null);
    heapSize = kept;
    cancelledInHeap = 0;
    for (int i = (heapSize >>> 1) - 1; i >= 0; i--) {
      siftDown(i, heap[i]);
    }
  }

  private void removeHead() {
    Event last = heap[--heapSize];
    heap[heapSize] = null;
    if (heapSize > 0) {
      siftDown(0, last);
    }
  }

  private void siftUp(int index, Event event) {
    int i = index;
    while (i > 0) {
      int parent = (i - 1) >>> 1;
      if (!event.before(heap[parent])) {
        break;
      }
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = event;
  }

  private void siftDown(int index, Event event) {
    int i = index;
    int half = heapSize >>> 1;
    while (i < half) {
      int child = 2 * i + 1;
      if (child + 1 < heapSize && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(event)) {
        break;
      }
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = event;
  }
}
