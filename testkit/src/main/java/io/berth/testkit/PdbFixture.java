package io.berth.testkit;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;

/**
 * Builds a disruption budget.
 *
 * <p>Source: pkg/scheduler/testing/wrappers.go (PodDisruptionBudgetWrapper), v1.37.2.
 */
public final class PdbFixture {
  private final PodDisruptionBudgetBuilder pdb = new PodDisruptionBudgetBuilder();

  PdbFixture(String name) {
    pdb.withNewMetadata().withName(name).withNamespace(Fixtures.DEFAULT_NAMESPACE).withUid(name).endMetadata();
  }

  /** Sets the namespace. */
  public PdbFixture namespace(String namespace) {
    pdb.editMetadata().withNamespace(namespace).endMetadata();
    return this;
  }

  /** Sets how many pods must be available: a number, or a share such as {@code 50%}. */
  public PdbFixture minAvailable(String numberOrShare) {
    pdb.editOrNewSpec().withMinAvailable(numberOrShare(numberOrShare)).endSpec();
    return this;
  }

  /** Sets how many pods may be missing: a number, or a share such as {@code 50%}. */
  public PdbFixture maxUnavailable(String numberOrShare) {
    pdb.editOrNewSpec().withMaxUnavailable(numberOrShare(numberOrShare)).endSpec();
    return this;
  }

  /** Covers pods with this label, beside those asked for before. */
  public PdbFixture matchLabel(String key, String value) {
    pdb.editOrNewSpec().editOrNewSelector().addToMatchLabels(key, value).endSelector().endSpec();
    return this;
  }

  /** {@code IfHealthyBudget} or {@code AlwaysAllow}. */
  public PdbFixture unhealthyPodEvictionPolicy(String policy) {
    pdb.editOrNewSpec().withUnhealthyPodEvictionPolicy(policy).endSpec();
    return this;
  }

  /** Sets the status: so many pods may be evicted now. */
  public PdbFixture disruptionsAllowed(int count) {
    pdb.editOrNewStatus().withDisruptionsAllowed(count).endStatus();
    return this;
  }

  /** Sets the status: so many pods are healthy, and so many should be. */
  public PdbFixture healthy(int current, int desired) {
    pdb.editOrNewStatus().withCurrentHealthy(current).withDesiredHealthy(desired).endStatus();
    return this;
  }

  /** The budget. */
  public PodDisruptionBudget obj() {
    return pdb.build();
  }

  private static IntOrString numberOrShare(String text) {
    return text.endsWith("%") ? new IntOrString(text) : new IntOrString(Integer.parseInt(text));
  }
}
