package io.berth.dynamicresources.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import dev.cel.common.values.SelectableValue;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map with text keys that the interpreter takes as it is: a plain map would be gone through at each access to
 * see whether something in it has to be converted.
 */
class ValueMap extends CelValue implements Map<String, Object>, SelectableValue<String> {

  static final ValueMap EMPTY = new ValueMap(Map.of());

  private static final CelType TYPE = MapType.create(SimpleType.STRING, SimpleType.DYN);

  private final Map<String, Object> values;

  ValueMap(Map<String, ?> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /** What {@code map[key]} gives: the value, or an error. */
  Object at(Object key) {
    Object value = values.get(key);
    if (value == null) {
      throw RuntimeErrors.noSuchKey(key);
    }
    return value;
  }

  @Override
  public Object select(String field) {
    return at(field);
  }

  @Override
  public Optional<?> find(String field) {
    return Optional.ofNullable(values.get(field));
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return values.isEmpty();
  }

  @Override
  public CelType celType() {
    return TYPE;
  }

  @Override
  public int size() {
    return values.size();
  }

  @Override
  public boolean isEmpty() {
    return values.isEmpty();
  }

  @Override
  public boolean containsKey(Object key) {
    return values.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return values.containsValue(value);
  }

  @Override
  public @Nullable Object get(Object key) {
    return values.get(key);
  }

  @Override
  public Set<String> keySet() {
    return values.keySet();
  }

  @Override
  public Collection<Object> values() {
    return values.values();
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return values.entrySet();
  }

  @Override
  public @Nullable Object put(String key, Object value) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  public Object remove(Object key) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  public void putAll(Map<? extends String, ?> other) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Map<?, ?> map && values.equals(map);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
