package io.berth.dynamicresources.cel;

import org.jspecify.annotations.Nullable;

/**
 * An expression over a device that has been compiled, or does not compile. Immutable, safe for several threads; its result for a device
 * is always the same, so that a caller may keep it.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go CompilationResult, v1.37.2.
 */
public abstract sealed class CelExpression permits CompiledSelector, DerivedAttribute {

  private final int id;
  private final String expression;
  private final ExpressionCompiler.Compiled compiled;

  CelExpression(int id, String expression, ExpressionCompiler.Compiled compiled) {
    this.id = id;
    this.expression = expression;
    this.compiled = compiled;
  }

  /**
   * The expression's number among all of its class and compiler: from 0, without gaps, never given twice. Made for bit sets of results; a
   * caller that keeps such sets decides up to which number it keeps results, since a compiler that sees ever new expressions gives ever
   * new numbers.
   */
  public final int id() {
    return id;
  }

  /** The text that was compiled. */
  public final String expression() {
    return expression;
  }

  /** Why the expression does not compile, or null if it does. */
  public final @Nullable String error() {
    return compiled.error();
  }

  final Object run(CelDevice device) throws CelEvaluationException {
    CelProgram program = compiled.program();
    if (program == null) {
      throw new IllegalStateException("does not compile: " + compiled.error());
    }
    return program.run(device);
  }

  /** What the expression reads of the device; {@code null} if that can't be told. */
  final @Nullable Object seen(CelDevice device) {
    DeviceReads reads = compiled.reads();
    return reads == null ? null : reads.on(device);
  }

  @Override
  public final String toString() {
    return expression;
  }
}
