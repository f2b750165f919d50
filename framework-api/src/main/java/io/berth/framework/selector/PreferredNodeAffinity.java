package io.berth.framework.selector;

import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Node selector terms with weights, compiled. Terms of weight 0 and terms without conditions are left out.
 *
 * <p>Source: component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go PreferredSchedulingTerms, v0.37.2.
 */
public final class PreferredNodeAffinity {

  private record Weighted(NodeTerm term, int weight) {}

  private static final PreferredNodeAffinity NONE = new PreferredNodeAffinity(List.of(), null);

  private final List<Weighted> terms;
  private final @Nullable String parseError;

  private PreferredNodeAffinity(List<Weighted> terms, @Nullable String parseError) {
    this.terms = terms;
    this.parseError = parseError;
  }

  /** No preference. */
  public static PreferredNodeAffinity none() {
    return NONE;
  }

  /** Compiles terms. If one of them is invalid, {@link #parseError} says so and no term is kept, as upstream. */
  public static PreferredNodeAffinity of(@Nullable List<PreferredSchedulingTerm> given) {
    if (given == null || given.isEmpty()) {
      return NONE;
    }
    List<Weighted> terms = new ArrayList<>(given.size());
    List<String> errors = new ArrayList<>(0);
    for (int i = 0; i < given.size(); i++) {
      PreferredSchedulingTerm term = given.get(i);
      int weight = term.getWeight() == null ? 0 : term.getWeight();
      if (weight != 0 && !NodeTerm.isEmpty(term.getPreference())) {
        NodeTerm compiled = NodeTerm.of(term.getPreference(), "[" + i + "]");
        terms.add(new Weighted(compiled, weight));
        errors.addAll(compiled.errors());
      }
    }
    if (!errors.isEmpty()) {
      return new PreferredNodeAffinity(List.of(), FieldErrors.aggregate(errors));
    }
    return terms.isEmpty() ? NONE : new PreferredNodeAffinity(List.copyOf(terms), null);
  }

  /** The sum of the weights of the terms that a node of this name and with these labels matches. */
  public long score(String nodeName, Map<String, String> nodeLabels) {
    long score = 0;
    for (int i = 0; i < terms.size(); i++) {
      if (terms.get(i).term.matches(nodeName, nodeLabels)) {
        score += terms.get(i).weight;
      }
    }
    return score;
  }

  /** Whether no term is left that could give a score. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /** What is wrong with the terms, in upstream's words; {@code null} if nothing. */
  public @Nullable String parseError() {
    return parseError;
  }
}
