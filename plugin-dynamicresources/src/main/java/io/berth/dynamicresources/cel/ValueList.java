package io.berth.dynamicresources.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list that the interpreter takes as it is, and that can be made longer without copying it: macros build their
 * results element by element. Not safe for several threads while lists are made of it.
 */
final class ValueList extends CelValue implements List<Object> {

  private static final CelType TYPE = ListType.create(SimpleType.DYN);
  private static final int MAX_SIZE = 1_000_000;

  /** Shared by all lists that were made by making this one longer; only the first {@link #size} elements are of this one. */
  private final ArrayList<Object> shared;

  private final int size;
  private final List<Object> view;

  private ValueList(ArrayList<Object> shared) {
    this.shared = shared;
    this.size = shared.size();
    this.view = new View();
  }

  /** The elements of both, in this order. A list that no expression may make ends the evaluation. */
  static List<Object> joined(Collection<?> first, Collection<?> second) {
    if ((long) first.size() + second.size() > MAX_SIZE) {
      throw CostLimitExceeded.INSTANCE;
    }
    ArrayList<Object> all;
    if (first instanceof ValueList list && list.shared.size() == list.size) {
      all = list.shared;
    } else {
      all = new ArrayList<>(first.size() + second.size() + 8);
      all.addAll(first);
    }
    all.addAll(second instanceof ValueList list && list.shared == all ? List.copyOf(second) : second);
    return new ValueList(all);
  }

  /** The first elements of the shared ones. */
  private final class View extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      if (index >= size) {
        throw new IndexOutOfBoundsException(index);
      }
      return shared.get(index);
    }

    @Override
    public int size() {
      return size;
    }
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return size == 0;
  }

  @Override
  public CelType celType() {
    return TYPE;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public Object get(int index) {
    return view.get(index);
  }

  @Override
  public Iterator<Object> iterator() {
    return view.iterator();
  }

  @Override
  public ListIterator<Object> listIterator() {
    return view.listIterator();
  }

  @Override
  public ListIterator<Object> listIterator(int index) {
    return view.listIterator(index);
  }

  @Override
  public List<Object> subList(int from, int to) {
    return view.subList(from, to);
  }

  @Override
  public boolean contains(Object element) {
    return view.contains(element);
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    return view.containsAll(elements);
  }

  @Override
  public int indexOf(Object element) {
    return view.indexOf(element);
  }

  @Override
  public int lastIndexOf(Object element) {
    return view.lastIndexOf(element);
  }

  @Override
  public Object[] toArray() {
    return view.toArray();
  }

  @Override
  public <T> T[] toArray(T[] array) {
    return view.toArray(array);
  }

  @Override
  public boolean add(Object element) {
    throw immutable();
  }

  @Override
  public void add(int index, Object element) {
    throw immutable();
  }

  @Override
  public boolean addAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public boolean addAll(int index, Collection<?> elements) {
    throw immutable();
  }

  @Override
  public Object set(int index, Object element) {
    throw immutable();
  }

  @Override
  public Object remove(int index) {
    throw immutable();
  }

  @Override
  public boolean remove(Object element) {
    throw immutable();
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public void clear() {
    throw immutable();
  }

  private static UnsupportedOperationException immutable() {
    return new UnsupportedOperationException("immutable");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return view.equals(other);
  }

  @Override
  public int hashCode() {
    return view.hashCode();
  }

  @Override
  public String toString() {
    return view.toString();
  }
}
