package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions. Apart from {@link CelCompiler}, so that this one does without the expression library until there is an
 * expression.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go CompileCELExpression, v1.37.2.
 */
final class ExpressionCompiler {

  /** What one evaluation may cost (resource.k8s.io/v1 CELSelectorExpressionMaxCost). */
  static final long MAX_COST = 1_000_000;

  /** How problems begin that upstream finds after the type of the result. */
  static final String INSTANTIATION_FAILED = "program instantiation failed: ";

  private final CelFeatures features;
  private final CelEnvironment environment;

  ExpressionCompiler(CelFeatures features) {
    this.features = features;
    this.environment = features.equals(CelFeatures.STORED) ? OfSchedulers.ENVIRONMENT : new CelEnvironment(features);
  }

  /** All schedulers of a process share one: to make it takes longer than to compile some expressions. */
  private static final class OfSchedulers {
    static final CelEnvironment ENVIRONMENT = new CelEnvironment(CelFeatures.STORED);
  }

  /**
   * Compiles an expression.
   *
   * @param derived whether it derives an attribute; else it selects devices
   */
  Compiled compile(String expression, boolean derived) {
    try {
      CelAbstractSyntaxTree tree = environment.check(expression);
      String problem = environment.literalProblem(tree);
      if (problem == null || problem.startsWith(INSTANTIATION_FAILED)) {
        String wrongType = resultProblem(tree.getResultType(), environment.types(), derived);
        problem = wrongType == null ? problem : wrongType;
      }
      if (problem != null) {
        return new Compiled(null, null, problem);
      }
      return new Compiled(new CelProgram(environment.program(tree), new CostModel(tree, MAX_COST)), DeviceReads.of(tree), null);
    } catch (CelValidationException e) {
      return new Compiled(null, null, "compilation failed: " + e.getMessage());
    } catch (dev.cel.runtime.CelEvaluationException e) {
      return new Compiled(null, null, INSTANTIATION_FAILED + e.getMessage());
    }
  }

  private @Nullable String resultProblem(CelType type, DraTypes types, boolean derived) {
    if (!derived) {
      return type.equals(SimpleType.BOOL) || type.equals(types.attribute())
          ? null
          : "must evaluate to bool or the unknown type, not " + TypeNames.of(type);
    }
    if (isAttributeElement(type)
        || features.listTypeAttributes() && type.kind() == CelKind.LIST && isAttributeElement(((ListType) type).elemType())) {
      return null;
    }
    return "must evaluate to a primitive scalar (string, integer, boolean, semver)"
        + (features.listTypeAttributes() ? " or a list of these scalars" : "") + ", not " + TypeNames.of(type);
  }

  private static boolean isAttributeElement(CelType type) {
    return type.equals(SimpleType.BOOL) || type.equals(SimpleType.INT) || type.equals(SimpleType.STRING)
        || type.equals(SimpleType.ANY) || type.equals(SimpleType.DYN) || type.equals(DraTypes.SEMVER);
  }

  /**
   * What became of an expression: a program or an error.
   *
   * @param reads what the program reads of a device; {@code null} if its text does not tell
   */
  record Compiled(@Nullable CelProgram program, @Nullable DeviceReads reads, @Nullable String error) {}
}
