package io.berth.dynamicresources.cel;

/**
 * A compiled selector: true or false for a device.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go DeviceMatches, v1.37.2.
 */
public final class CompiledSelector extends CelExpression {

  CompiledSelector(int id, String expression, ExpressionCompiler.Compiled compiled) {
    super(id, expression, compiled);
  }

  /**
   * Whether the device is selected.
   *
   * @throws CelEvaluationException if evaluation fails, or its result is not a truth value
   * @throws IllegalStateException if the expression does not compile
   */
  public boolean matches(CelDevice device) throws CelEvaluationException {
    Object result = run(device);
    if (result instanceof Boolean matches) {
      return matches;
    }
    String type = TypeNames.ofValue(result);
    throw new CelEvaluationException("CEL result of type " + type + " could not be converted to bool: type conversion error from "
        + type + " to 'bool'", null);
  }
}
