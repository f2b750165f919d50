package io.berth.simulator.record;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects that have every field that there is, each text in them with a word that is nobody's business. */
final class Personal {

  static final String WORD = "acme";
  private static final int DEPTH = 9;
  private int count;

  <T> T object(Class<T> type) {
    return type.cast(value(type, 0));
  }

  private @Nullable Object value(Type type, int depth) {
    if (type == String.class) {
      return WORD + ".com/" + WORD + "-" + count++;
    } else if (type == Quantity.class) {
      return new Quantity("1");
    } else if (type == IntOrString.class) {
      return new IntOrString(WORD);
    } else if (type == Integer.class) {
      return 80;
    } else if (type == Long.class) {
      return 80L;
    } else if (type == Boolean.class) {
      return true;
    } else if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Object last = value(arguments[arguments.length - 1], depth + 1);
      if (generic.getRawType() == Map.class) {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(WORD + ".com/key-" + count++, last);
        return last == null ? Map.of() : map;
      }
      return last == null ? List.of() : List.of(last);
    }
    boolean model = type instanceof Class<?> c && c.getName().startsWith("io.fabric8.kubernetes.api.model") && !c.isEnum();
    return model && depth < DEPTH ? bean((Class<?>) type, depth) : null;
  }

  private Object bean(Class<?> type, int depth) {
    try {
      Object bean = type.getDeclaredConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        boolean fixed = Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers()) || field.getType().isPrimitive();
        Object value = fixed || field.getName().equals("additionalProperties") ? null : value(field.getGenericType(), depth + 1);
        if (value != null) {
          field.setAccessible(true);
          field.set(bean, value);
        }
      }
      return bean;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot fill a " + type, e);
    }
  }
}
