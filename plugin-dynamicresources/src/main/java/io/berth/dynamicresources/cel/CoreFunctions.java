package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.TypeParamType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standard operators and conversions that differ from the library's: they know the values of this package, write numbers and
 * times as upstream does, or do not copy. Their declarations are standard.
 */
final class CoreFunctions {

  private static final CelType ELEMENT = TypeParamType.create("T");

  private CoreFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .bind("_==_", binary("equals", Object.class, Object.class, Equality::equal))
        .bind("_!=_", binary("not_equals", Object.class, Object.class, (a, b) -> !Equality.equalIfComparable(a, b)))
        .bind("@in", binary("in_list", Object.class, Collection.class, CoreFunctions::inList))
        .bind("@in", binary("in_map", Object.class, Map.class, (key, map) -> Equality.lookUp(map, key) != null))
        .bind("_+_", binary("add_list", List.class, List.class, ValueList::joined))
        .bind("_+_", binary("add_lists", Collection.class, Collection.class, ValueList::joined))
        .bind("string", unary("double_to_string", Double.class, GoTexts::of))
        .bind("string", unary("timestamp_to_string", Instant.class, GoTexts::of))
        .bind("string", unary("duration_to_string", Duration.class, GoTexts::of))
        .bind("_[_]", binary("index_list", List.class, Number.class, CoreFunctions::element))
        .bind("_[_]", binary("index_map", Map.class, Object.class, CoreFunctions::value))
        .bind("_[_]", binary("optional_list_index_int", Optional.class, Long.class, CoreFunctions::findIn))
        .bind("_[_]", binary("optional_map_index_value", Optional.class, Object.class, CoreFunctions::findIn))
        .bind("_[_]", binary("index_anything", Object.class, Object.class, CoreFunctions::nothing))
        .bind("_[?_]", binary("list_optindex_optional_int", List.class, Number.class, CoreFunctions::find))
        .bind("_[?_]", binary("map_optindex_optional_value", Map.class, Object.class, CoreFunctions::find))
        .bind("_[?_]", binary("optional_list_optindex_optional_int", Optional.class, Long.class, CoreFunctions::findIn))
        .bind("_[?_]", binary("optional_map_optindex_optional_value", Optional.class, Object.class, CoreFunctions::findIn))
        .bind("_[?_]", binary("find_in_anything", Object.class, Object.class, CoreFunctions::find))
        .member("unwrapOpt", unary("optional_unwrapOpt", List.class, CoreFunctions::unwrap), ListType.create(ELEMENT),
            ListType.create(OptionalType.create(ELEMENT)));
  }

  private static List<?> unwrap(List<?> values) {
    return values.stream().flatMap(value -> ((Optional<?>) value).stream()).toList();
  }

  private static boolean inList(Object element, Collection<?> list) {
    for (Object candidate : list) {
      if (Equality.equalIfComparable(element, candidate)) {
        return true;
      }
    }
    return false;
  }

  private static Object element(List<?> list, Number index) {
    int position = position(list, index);
    if (position < 0) {
      throw RuntimeErrors.invalid("index out of bounds: " + index);
    }
    return list.get(position);
  }

  /** The position in the list, or -1. */
  private static int position(List<?> list, Number index) {
    if (index instanceof Double && index.doubleValue() != index.longValue()) {
      throw RuntimeErrors.invalid("unsupported index value: " + index);
    }
    long position = index instanceof UnsignedLong unsigned && unsigned.longValue() < 0 ? -1 : index.longValue();
    return position < list.size() ? (int) Math.max(position, -1) : -1;
  }

  private static Object value(Map<?, ?> map, Object key) {
    if (map instanceof ValueMap values) {
      return values.at(key);
    }
    Object value = Equality.lookUp(map, key);
    if (value == null) {
      throw RuntimeErrors.noSuchKey(key);
    }
    return value;
  }

  private static Object nothing(Object value, Object key) {
    if (value instanceof DeviceValue device && key instanceof String field) {
      return device.select(field);
    }
    throw RuntimeErrors.noSuchKey(key);
  }

  private static Optional<?> findIn(Optional<?> container, Object key) {
    return container.isPresent() ? find(container.get(), key) : Optional.empty();
  }

  private static Optional<?> find(Object container, Object key) {
    if (container instanceof DomainMap domains) {
      return Optional.of(domains.at(key));
    }
    if (container instanceof Map<?, ?> map) {
      return Optional.ofNullable(Equality.lookUp(map, key));
    }
    if (container instanceof DeviceValue device && key instanceof String field) {
      return device.find(field);
    }
    if (container instanceof List<?> list) {
      if (!(key instanceof Number index)) {
        throw RuntimeErrors.invalid("unsupported index type '" + TypeNames.ofValue(key) + "' in list");
      }
      int position = position(list, index);
      return position < 0 ? Optional.empty() : Optional.of(list.get(position));
    }
    return Optional.empty();
  }
}
