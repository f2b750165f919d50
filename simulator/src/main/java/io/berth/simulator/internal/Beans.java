package io.berth.simulator.internal;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies of model objects, field by field. A {@linkplain #frozen frozen} copy shares nothing that can change with its original, and
 * its lists and maps cannot be changed; a {@linkplain #shallow shallow} one is a new outer object around the same content.
 *
 * <p>Classes of the JDK, enums and records count as values and are shared, as are objects of classes that have final fields or no
 * constructor without parameters.
 */
public final class Beans {
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private Beans() {}

  /** How objects of a class are copied. */
  private record Shape(@Nullable Constructor<?> constructor, Field[] fields) {
    static Shape of(Class<?> type) {
      if (type.isEnum() || type.isRecord() || type.isArray() || type.getName().startsWith("java.")) {
        return new Shape(null, new Field[0]);
      }
      try {
        Constructor<?> constructor = type.getDeclaredConstructor();
        Field[] fields = fieldsOf(type);
        if (Arrays.stream(fields).anyMatch(field -> Modifier.isFinal(field.getModifiers()))) {
          return new Shape(null, new Field[0]);
        }
        constructor.setAccessible(true);
        Arrays.stream(fields).forEach(field -> field.setAccessible(true));
        return new Shape(constructor, fields);
      } catch (NoSuchMethodException noDefaultConstructor) {
        return new Shape(null, new Field[0]);
      }
    }

    private static Field[] fieldsOf(Class<?> type) {
      List<Field> fields = new ArrayList<>();
      for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            fields.add(field);
          }
        }
      }
      return fields.toArray(Field[]::new);
    }
  }

  /** A copy that cannot change when the original does. */
  @SuppressWarnings("unchecked") // a copy has its original's class
  public static <T> T frozen(T original) {
    return (T) frozenValue(original);
  }

  /** A new object with the same content. */
  @SuppressWarnings("unchecked") // as above
  public static <T> T shallow(T original) {
    Shape shape = SHAPES.get(original.getClass());
    if (shape.constructor == null) {
      throw new IllegalArgumentException(original.getClass().getName() + " has no constructor without parameters");
    }
    return (T) copy(original, shape, false);
  }

  /** The value of a field such as {@code status}, {@code null} when it is empty or the class has none. */
  public static @Nullable Object get(Object bean, String fieldName) {
    if (bean instanceof GenericKubernetesResource generic) {
      return generic.getAdditionalProperties().get(fieldName);
    }
    Field field = field(bean, fieldName);
    try {
      return field == null ? null : field.get(bean);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException("cannot read " + field, e);
    }
  }

  /** Sets a field such as {@code status}; nothing happens when the class has none. */
  public static void set(Object bean, String fieldName, @Nullable Object value) {
    if (bean instanceof GenericKubernetesResource generic) {
      Map<String, Object> properties = new LinkedHashMap<>(generic.getAdditionalProperties());
      if (value == null) {
        properties.remove(fieldName);
      } else {
        properties.put(fieldName, value);
      }
      generic.setAdditionalProperties(Collections.unmodifiableMap(properties));
      return;
    }
    Field field = field(bean, fieldName);
    try {
      if (field != null) {
        field.set(bean, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException("cannot write " + field, e);
    }
  }

  /** Whether the class has such a field. */
  public static boolean has(Class<?> type, String fieldName) {
    return type == GenericKubernetesResource.class
        || Arrays.stream(SHAPES.get(type).fields).anyMatch(field -> field.getName().equals(fieldName));
  }

  private static @Nullable Field field(Object bean, String fieldName) {
    for (Field field : SHAPES.get(bean.getClass()).fields) {
      if (field.getName().equals(fieldName)) {
        return field;
      }
    }
    return null;
  }

  private static Object frozenValue(Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Map<?, ?> map) {
      return frozenMap(map);
    }
    if (value instanceof List<?> list) {
      return frozenList(list);
    }
    if (value instanceof Set<?> set) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(set));
    }
    Shape shape = SHAPES.get(value.getClass());
    return shape.constructor == null ? value : copy(value, shape, true);
  }

  private static Object frozenMap(Map<?, ?> map) {
    if (map.isEmpty()) {
      return Collections.emptyMap();
    }
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(map.size() * 4 / 3 + 1);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object value = entry.getValue();
      copy.put(entry.getKey(), value == null ? null : frozenValue(value));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static Object frozenList(List<?> list) {
    if (list.isEmpty()) {
      return Collections.emptyList();
    }
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    for (Object value : list) {
      copy.add(value == null ? null : frozenValue(value));
    }
    return Collections.unmodifiableList(copy);
  }

  private static Object copy(Object original, Shape shape, boolean freeze) {
    try {
      Object copy = shape.constructor.newInstance();
      for (Field field : shape.fields) {
        if (field.getType().isPrimitive()) {
          field.set(copy, field.get(original));
          continue;
        }
        Object value = field.get(original);
        field.set(copy, value == null || !freeze ? value : frozenValue(value));
      }
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot copy " + original.getClass().getName(), e);
    }
  }
}
