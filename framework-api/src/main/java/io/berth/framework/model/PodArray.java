package io.berth.framework.model;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The pods of a node. As a {@link java.util.List} it is read-only; shared ones are never changed, and only the private copy
 * of a {@link NodeInfo.Edit} sees the operations that change it.
 *
 * <p>A removed pod is replaced by the last one, as upstream does, so that the order stays upstream's.
 */
final class PodArray extends AbstractList<PodInfo> implements RandomAccess {

  static final PodArray EMPTY = new PodArray(new PodInfo[0], 0, false);

  private static final int SLACK = 8;

  private PodInfo[] pods;
  private int size;
  private final boolean mutable;

  private PodArray(PodInfo[] pods, int size, boolean mutable) {
    this.pods = pods;
    this.size = size;
    this.mutable = mutable;
  }

  @Override
  public PodInfo get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException("index " + index + ", size " + size);
    }
    return pods[index];
  }

  @Override
  public int size() {
    return size;
  }

  int indexOf(String uid) {
    for (int i = 0; i < size; i++) {
      if (pods[i].uid().equals(uid)) {
        return i;
      }
    }
    return -1;
  }

  PodArray with(PodInfo pod) {
    PodInfo[] copy = Arrays.copyOf(pods, size + 1);
    copy[size] = pod;
    return new PodArray(copy, size + 1, false);
  }

  PodArray without(int index) {
    if (size == 1) {
      return EMPTY;
    }
    PodInfo[] copy = Arrays.copyOf(pods, size - 1);
    if (index < size - 1) {
      copy[index] = pods[size - 1];
    }
    return new PodArray(copy, size - 1, false);
  }

  /** Itself if it may be changed, else a copy that may. */
  PodArray owned() {
    return mutable ? this : new PodArray(Arrays.copyOf(pods, size + SLACK), size, true);
  }

  /** Itself if it is never changed, else a copy that is not. */
  PodArray frozen() {
    return !mutable ? this : size == 0 ? EMPTY : new PodArray(Arrays.copyOf(pods, size), size, false);
  }

  void append(PodInfo pod) {
    if (size == pods.length) {
      pods = Arrays.copyOf(pods, 2 * size + SLACK);
    }
    pods[size++] = pod;
    modCount++;
  }

  void removeAt(int index) {
    pods[index] = pods[--size];
    modCount++;
  }

  /** Takes back {@link #removeAt}. */
  void restoreAt(int index, PodInfo pod) {
    append(pod);
    if (index < size - 1) {
      pods[size - 1] = pods[index];
      pods[index] = pod;
    }
  }

  /** Takes back {@link #append}. */
  void dropLast() {
    size--;
    modCount++;
  }
}
