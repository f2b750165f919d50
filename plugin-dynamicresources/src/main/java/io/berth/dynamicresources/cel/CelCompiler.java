package io.berth.dynamicresources.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles expressions over devices and keeps what it compiled, up to {@value #MAX_ENTRIES} expressions of each kind (of those,
 * the least recently used one goes first). Safe for several threads: an expression is compiled by one of them, the others wait.
 *
 * <p>Making a compiler is cheap: the expression library is loaded when the first expression is compiled.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go, cache.go, v1.37.2.
 */
public final class CelCompiler {

  /** How many expressions of each kind are kept. */
  public static final int MAX_ENTRIES = 4096;

  /** What one evaluation may cost (resource.k8s.io/v1 CELSelectorExpressionMaxCost). */
  static final long MAX_COST = 1_000_000;

  private final CelFeatures features;
  private final Map<String, CompiledSelector> selectors;
  private final Map<String, DerivedAttribute> derivedAttributes;
  private @Nullable CelEnvironment environment;
  private int nextSelector;
  private int nextDerivedAttribute;

  /** A compiler for an environment; a scheduler's is {@link CelFeatures#STORED}. */
  public CelCompiler(CelFeatures features) {
    this(features, MAX_ENTRIES);
  }

  CelCompiler(CelFeatures features, int maxEntries) {
    this.features = features;
    this.selectors = leastRecentlyUsed(maxEntries);
    this.derivedAttributes = leastRecentlyUsed(maxEntries);
  }

  private static <V> Map<String, V> leastRecentlyUsed(int maxEntries) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > maxEntries;
      }
    };
  }

  /** The selector of an expression; if it does not compile, its {@link CompiledSelector#error} says why. */
  public synchronized CompiledSelector selector(String expression) {
    CompiledSelector known = selectors.get(expression);
    if (known != null) {
      return known;
    }
    Compiled compiled = compile(expression, false);
    CompiledSelector selector = new CompiledSelector(nextSelector++, expression, compiled.program, compiled.error);
    selectors.put(expression, selector);
    return selector;
  }

  /** The derived attribute of an expression; if it does not compile, its {@link DerivedAttribute#error} says why. */
  public synchronized DerivedAttribute derivedAttribute(String expression) {
    DerivedAttribute known = derivedAttributes.get(expression);
    if (known != null) {
      return known;
    }
    Compiled compiled = compile(expression, true);
    DerivedAttribute attribute = new DerivedAttribute(nextDerivedAttribute++, expression, compiled.program, compiled.error);
    derivedAttributes.put(expression, attribute);
    return attribute;
  }

  private Compiled compile(String expression, boolean derived) {
    CelEnvironment tools = environment;
    if (tools == null) {
      tools = new CelEnvironment(features);
      environment = tools;
    }
    try {
      CelAbstractSyntaxTree tree = tools.check(expression);
      String problem = tools.literalProblem(tree);
      if (problem == null) {
        problem = resultProblem(tree.getResultType(), tools.types(), derived);
      }
      if (problem != null) {
        return new Compiled(null, problem);
      }
      return new Compiled(new CelProgram(tools.program(tree), new CostModel(tree, MAX_COST)), null);
    } catch (CelValidationException e) {
      return new Compiled(null, "compilation failed: " + e.getMessage());
    } catch (dev.cel.runtime.CelEvaluationException e) {
      return new Compiled(null, "program instantiation failed: " + e.getMessage());
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

  /** What became of an expression: one of the two. */
  private record Compiled(@Nullable CelProgram program, @Nullable String error) {}
}
