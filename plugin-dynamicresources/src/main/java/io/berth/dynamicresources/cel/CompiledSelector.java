package io.berth.dynamicresources.cel;

import org.jspecify.annotations.Nullable;

/**
 * A compiled selector: true or false for a device. Immutable, safe for several threads; its result for a device is always the
 * same, so that a caller may keep it.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go CompilationResult, v1.37.2.
 */
public final class CompiledSelector {

  private final int id;
  private final String expression;
  private final @Nullable CelProgram program;
  private final @Nullable String error;

  CompiledSelector(int id, String expression, @Nullable CelProgram program, @Nullable String error) {
    this.id = id;
    this.expression = expression;
    this.program = program;
    this.error = error;
  }

  /**
   * The selector's number among all of its compiler: from 0, without gaps, never given twice. Made for bit sets of results; a
   * caller that keeps such sets decides up to which number it keeps results, since a compiler that sees ever new expressions
   * gives ever new numbers.
   */
  public int id() {
    return id;
  }

  /** The text that was compiled. */
  public String expression() {
    return expression;
  }

  /** Why the expression does not compile, or null if it does. */
  public @Nullable String error() {
    return error;
  }

  /**
   * Whether the device is selected.
   *
   * @throws CelEvaluationException if evaluation fails, or its result is not a truth value
   * @throws IllegalStateException if the expression does not compile
   */
  public boolean matches(CelDevice device) throws CelEvaluationException {
    if (program == null) {
      throw new IllegalStateException("does not compile: " + error);
    }
    Object result = program.run(device);
    if (result instanceof Boolean matches) {
      return matches;
    }
    String type = DerivedAttribute.typeName(result);
    throw new CelEvaluationException("CEL result of type " + type + " could not be converted to bool: type conversion error from "
        + type + " to 'bool'", null);
  }

  @Override
  public String toString() {
    return expression;
  }
}
