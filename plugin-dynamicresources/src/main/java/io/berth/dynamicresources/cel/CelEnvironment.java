package io.berth.dynamicresources.cel;

import static dev.cel.extensions.CelListsExtensions.Function.DISTINCT;
import static dev.cel.extensions.CelListsExtensions.Function.FLATTEN;
import static dev.cel.extensions.CelListsExtensions.Function.REVERSE;
import static dev.cel.extensions.CelListsExtensions.Function.SLICE;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.DoubleFunction.DoubleOverload;
import dev.cel.runtime.standard.IntFunction.IntOverload;
import dev.cel.runtime.standard.StringFunction.StringOverload;
import dev.cel.runtime.standard.UintFunction.UintOverload;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parser, checker and interpreter with everything that upstream's environment has for expressions over devices. Immutable and thread-safe.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/environment/base.go,
 * staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go newCompiler, v1.37.2.
 */
final class CelEnvironment {

  private static final Set<StandardFunction> REPLACED_FUNCTIONS = Set.of(StandardFunction.EQUALS, StandardFunction.NOT_EQUALS,
      StandardFunction.IN, StandardFunction.INDEX, StandardFunction.MATCHES, StandardFunction.BOOL, StandardFunction.TIMESTAMP,
      StandardFunction.DURATION, StandardFunction.LESS, StandardFunction.LESS_EQUALS, StandardFunction.GREATER,
      StandardFunction.GREATER_EQUALS);
  private static final Set<CelStandardOverload> REPLACED_OVERLOADS =
      Set.of(AddOverload.ADD_LIST, StringOverload.DOUBLE_TO_STRING, StringOverload.TIMESTAMP_TO_STRING, StringOverload.DURATION_TO_STRING,
          DoubleOverload.STRING_TO_DOUBLE, DoubleOverload.DOUBLE_TO_DOUBLE, IntOverload.STRING_TO_INT64, IntOverload.INT64_TO_INT64,
          UintOverload.STRING_TO_UINT64, UintOverload.UINT64_TO_UINT64);

  private final DraTypes types;
  private final CelCompiler compiler;
  private final CelRuntime runtime;

  CelEnvironment(CelFeatures features) {
    types = new DraTypes(features);
    CelOptions options = CelOptions.current()
        .enableHeterogeneousNumericComparisons(true)
        .enableOptionalSyntax(true)
        .build();
    FunctionLibrary functions = new FunctionLibrary();
    CoreFunctions.addTo(functions);
    Ordering.addTo(functions);
    Conversions.addTo(functions);
    OptionalSelects.addTo(functions);
    QuantityFunctions.addTo(functions);
    SemverFunctions.addTo(functions);
    StringFunctions.addTo(functions);
    RegexFunctions.addTo(functions);
    ListFunctions.addTo(functions, features.listTypeAttributes());
    NetworkFunctions.addTo(functions);
    UrlFunctions.addTo(functions);
    FormatFunctions.addTo(functions);
    CelListsExtensions lists = CelExtensions.lists(SLICE, FLATTEN, DISTINCT, REVERSE);
    compiler = CelCompilerFactory.standardCelCompilerBuilder()
        .setOptions(options)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .setTypeProvider(types)
        .addVar(DraTypes.DEVICE_VARIABLE, types.device())
        .addMacros(SortBy.macro())
        .addLibraries(functions, lists, CelExtensions.optional(), CelExtensions.bindings(), CelExtensions.comprehensions(),
            CelExtensions.sets(options))
        .build();
    runtime = CelRuntimeFactory.plannerRuntimeBuilder()
        .setOptions(options)
        .setStandardFunctions(CelStandardFunctions.newBuilder()
            .filterFunctions((function, overload) -> !REPLACED_FUNCTIONS.contains(function) && !REPLACED_OVERLOADS.contains(overload))
            .build())
        .setTypeProvider(types)
        .addLibraries(functions, lists, CelExtensions.optional(), CelExtensions.comprehensions(), CelExtensions.sets(options))
        .build();
  }

  DraTypes types() {
    return types;
  }

  CelAbstractSyntaxTree check(String expression) throws CelValidationException {
    return compiler.compile(expression).getAst();
  }

  /** What upstream refuses before evaluation although it can be parsed and its types fit; {@code null} if nothing. */
  @Nullable String literalProblem(CelAbstractSyntaxTree tree) {
    return new LiteralChecks(tree, runtime).problem();
  }

  CelRuntime.Program program(CelAbstractSyntaxTree tree) throws dev.cel.runtime.CelEvaluationException {
    return runtime.createProgram(OptionalSelects.asCalls(tree));
  }
}
