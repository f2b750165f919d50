package io.berth.dynamicresources.cel;

import io.berth.dynamicresources.internal.PersistentMap;

/**
 * A compiled selector: true or false for a device.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go DeviceMatches, v1.37.2.
 */
public final class CompiledSelector extends CelExpression {

  /** Of so many kinds of devices the verdict is remembered. */
  static final int MOST_VERDICTS = 256;

  /** By what the expression reads of a device. A race loses a verdict, which is harmless. */
  private volatile PersistentMap<Object, Boolean> verdicts = PersistentMap.empty();

  CompiledSelector(int id, String expression, ExpressionCompiler.Compiled compiled) {
    super(id, expression, compiled);
  }

  /**
   * Whether the device is selected. It is the same for all devices that are alike in what the expression reads of them, and is computed once
   * for these.
   *
   * @throws CelEvaluationException if evaluation fails, or its result is not a truth value
   * @throws IllegalStateException if the expression does not compile
   */
  public boolean matches(CelDevice device) throws CelEvaluationException {
    Object seen = seen(device);
    if (seen == null) {
      return evaluate(device);
    }
    PersistentMap<Object, Boolean> known = verdicts;
    Boolean verdict = known.get(seen);
    if (verdict == null) {
      verdict = evaluate(device);
      if (known.size() < MOST_VERDICTS) {
        verdicts = known.with(seen, verdict);
      }
    }
    return verdict;
  }

  /** As {@link #matches}, without a look at what is remembered. */
  boolean evaluate(CelDevice device) throws CelEvaluationException {
    Object result = run(device);
    if (result instanceof Boolean matches) {
      return matches;
    }
    String type = TypeNames.ofValue(result);
    throw new CelEvaluationException("CEL result of type " + type + " could not be converted to bool: type conversion error from "
        + type + " to 'bool'", null);
  }
}
