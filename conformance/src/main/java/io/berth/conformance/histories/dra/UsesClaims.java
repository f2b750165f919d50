package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodTrait;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import java.util.List;

/**
 * A pod with claims.
 *
 * @param names templates begin with {@code t}, claims with {@code c}
 */
record UsesClaims(List<String> names) implements PodTrait {
  UsesClaims {
    names = List.copyOf(names);
  }

  @Override
  public void applyTo(PodBuilder pod) {
    List<PodResourceClaim> claims =
        names.stream()
            .map(
                name ->
                    new PodResourceClaimBuilder()
                        .withName(name)
                        .withResourceClaimTemplateName(name.startsWith("t") ? name : null)
                        .withResourceClaimName(name.startsWith("t") ? null : name)
                        .build())
            .toList();
    pod.editSpec().withResourceClaims(claims).endSpec();
  }

  @Override
  public List<PodTrait> simpler() {
    return names.size() < 2 ? List.of() : List.of(new UsesClaims(names.subList(0, 1)), new UsesClaims(names.subList(1, names.size())));
  }
}
