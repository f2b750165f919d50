package io.berth.dynamicresources.cel;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A compiled expression that derives an attribute from a device.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go EvaluateDerivedAttribute, v1.37.2.
 */
public final class DerivedAttribute extends CelExpression {

  DerivedAttribute(int id, String expression, ExpressionCompiler.Compiled compiled) {
    super(id, expression, compiled);
  }

  /**
   * The attribute that the expression gives for a device: a new object.
   *
   * @throws CelEvaluationException if evaluation fails, or its result is nothing that an attribute can hold
   * @throws IllegalStateException if the expression does not compile
   */
  public DeviceAttribute evaluate(CelDevice device) throws CelEvaluationException {
    return attribute(run(device));
  }

  private static DeviceAttribute attribute(Object value) throws CelEvaluationException {
    DeviceAttribute attribute = new DeviceAttribute();
    if (value instanceof Boolean bool) {
      attribute.setBool(bool);
    } else if (value instanceof Long number) {
      attribute.setInt(number);
    } else if (value instanceof String text) {
      attribute.setString(text);
    } else if (value instanceof Semver version) {
      attribute.setVersion(version.toString());
    } else if (value instanceof List<?> list) {
      setList(attribute, list);
    } else {
      throw new CelEvaluationException("unsupported CEL return type: " + TypeNames.ofValue(value), null);
    }
    return attribute;
  }

  private static void setList(DeviceAttribute attribute, List<?> list) throws CelEvaluationException {
    Object first = list.isEmpty() ? "" : list.get(0);
    if (first instanceof Boolean) {
      set(attribute, list, Boolean.class, "bool", DeviceAttribute::setBools);
    } else if (first instanceof Long) {
      set(attribute, list, Long.class, "int", DeviceAttribute::setInts);
    } else if (first instanceof String) {
      set(attribute, list, String.class, "string", DeviceAttribute::setStrings);
    } else if (first instanceof Semver) {
      set(attribute, list, Semver.class, "semver",
          (target, versions) -> target.setVersions(versions.stream().map(Semver::toString).toList()));
    } else {
      throw new CelEvaluationException("unsupported list element type: " + TypeNames.ofValue(first), null);
    }
  }

  private static <T> void set(
      DeviceAttribute attribute, List<?> list, Class<T> type, String name, BiConsumer<DeviceAttribute, List<T>> setter)
      throws CelEvaluationException {
    List<T> typed = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      Object element = list.get(i);
      if (!type.isInstance(element)) {
        throw new CelEvaluationException(
            "expected list element at index " + i + " to be " + name + ", got " + TypeNames.ofValue(element), null);
      }
      typed.add(type.cast(element));
    }
    setter.accept(attribute, typed);
  }
}
