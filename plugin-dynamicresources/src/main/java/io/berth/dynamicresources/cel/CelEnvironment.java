package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;

/**
 * Parser, checker and interpreter with everything that upstream's environment has for expressions over devices.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/environment/base.go,
 * staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go newCompiler, v1.37.2.
 */
final class CelEnvironment {

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
    QuantityFunctions.addTo(functions);
    SemverFunctions.addTo(functions);
    compiler = CelCompilerFactory.standardCelCompilerBuilder()
        .setOptions(options)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .setTypeProvider(types)
        .addVar(DraTypes.DEVICE_VARIABLE, types.device())
        .addLibraries(functions, CelExtensions.optional(), CelExtensions.bindings(), CelExtensions.comprehensions(),
            CelExtensions.sets(options))
        .build();
    runtime = CelRuntimeFactory.plannerRuntimeBuilder()
        .setOptions(options)
        .setStandardFunctions(CelStandardFunctions.newBuilder()
            .excludeFunctions(StandardFunction.EQUALS, StandardFunction.NOT_EQUALS, StandardFunction.IN, StandardFunction.INDEX)
            .build())
        .setTypeProvider(types)
        .addLibraries(functions, CelExtensions.optional(), CelExtensions.comprehensions(), CelExtensions.sets(options))
        .build();
  }

  DraTypes types() {
    return types;
  }

  CelAbstractSyntaxTree check(String expression) throws CelValidationException {
    return compiler.compile(expression).getAst();
  }

  CelRuntime.Program program(CelAbstractSyntaxTree tree) throws dev.cel.runtime.CelEvaluationException {
    return runtime.createProgram(tree);
  }
}
