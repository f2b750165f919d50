package io.berth.dynamicresources.cel;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Functions that several libraries share: all overloads of a name are declared and bound at once, because only then the
 * interpreter chooses between them by the values that it finds (what type an attribute has is not known before).
 */
final class FunctionLibrary implements CelCompilerLibrary, CelRuntimeLibrary {

  private final Map<String, List<CelOverloadDecl>> declarations = new LinkedHashMap<>();
  private final Map<String, List<CelFunctionBinding>> bindings = new LinkedHashMap<>();

  /** Declares {@code function(args)}. */
  FunctionLibrary global(String function, CelFunctionBinding binding, CelType result, CelType... args) {
    declare(function, CelOverloadDecl.newGlobalOverload(binding.getOverloadId(), result, args));
    return bind(function, binding);
  }

  /** Declares {@code arg0.function(args 1...)}. */
  FunctionLibrary member(String function, CelFunctionBinding binding, CelType result, CelType... args) {
    declare(function, CelOverloadDecl.newMemberOverload(binding.getOverloadId(), result, args));
    return bind(function, binding);
  }

  private void declare(String function, CelOverloadDecl declaration) {
    declarations.computeIfAbsent(function, ignored -> new ArrayList<>()).add(declaration);
  }

  /** Binds an overload that is declared elsewhere. */
  FunctionLibrary bind(String function, CelFunctionBinding binding) {
    bindings.computeIfAbsent(function, ignored -> new ArrayList<>()).add(binding);
    return this;
  }

  static <A> CelFunctionBinding unary(String id, Class<A> arg, CelFunctionOverload.Unary<A> function) {
    return CelFunctionBinding.from(id, arg, function);
  }

  static <A, B> CelFunctionBinding binary(String id, Class<A> first, Class<B> second, CelFunctionOverload.Binary<A, B> function) {
    return CelFunctionBinding.from(id, first, second, function);
  }

  static CelFunctionBinding many(String id, List<Class<?>> args, CelFunctionOverload function) {
    return CelFunctionBinding.from(id, args, function);
  }

  @Override
  public void setCheckerOptions(CelCheckerBuilder checker) {
    declarations.forEach((name, overloads) -> checker.addFunctionDeclarations(
        CelFunctionDecl.newFunctionDeclaration(name, overloads.toArray(CelOverloadDecl[]::new))));
  }

  @Override
  public void setRuntimeOptions(CelRuntimeBuilder runtime) {
    bindings.forEach((name, overloads) -> runtime.addFunctionBindings(CelFunctionBinding.fromOverloads(name, overloads)));
  }
}
