package io.berth.dynamicresources.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The attributes or capacities of a device by domain. A domain that is not there reads as an empty map, but is not {@code in}
 * the map.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go mapper, v1.37.2.
 */
final class DomainMap extends ValueMap {

  DomainMap(Map<String, Map<String, Object>> byDomain) {
    super(wrapped(byDomain));
  }

  private static Map<String, Object> wrapped(Map<String, Map<String, Object>> byDomain) {
    Map<String, Object> wrapped = new LinkedHashMap<>();
    byDomain.forEach((domain, values) -> wrapped.put(domain, new ValueMap(values)));
    return wrapped;
  }

  @Override
  Object at(Object key) {
    Object values = get(key);
    return values == null ? EMPTY : values;
  }

  @Override
  public Optional<?> find(String field) {
    return Optional.of(at(field));
  }
}
