package io.berth.dynamicresources.cel;

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

  private final CelFeatures features;
  private final Map<String, CompiledSelector> selectors;
  private final Map<String, DerivedAttribute> derivedAttributes;
  private @Nullable ExpressionCompiler expressions;
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
    CompiledSelector selector = new CompiledSelector(nextSelector++, expression, compile(expression, false));
    selectors.put(expression, selector);
    return selector;
  }

  /** The derived attribute of an expression; if it does not compile, its {@link DerivedAttribute#error} says why. */
  public synchronized DerivedAttribute derivedAttribute(String expression) {
    DerivedAttribute known = derivedAttributes.get(expression);
    if (known != null) {
      return known;
    }
    DerivedAttribute attribute = new DerivedAttribute(nextDerivedAttribute++, expression, compile(expression, true));
    derivedAttributes.put(expression, attribute);
    return attribute;
  }

  private ExpressionCompiler.Compiled compile(String expression, boolean derived) {
    ExpressionCompiler loaded = expressions;
    if (loaded == null) {
      loaded = new ExpressionCompiler(features);
      expressions = loaded;
    }
    return loaded.compile(expression, derived);
  }
}
