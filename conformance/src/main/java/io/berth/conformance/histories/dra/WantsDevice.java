package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodTrait;
import io.fabric8.kubernetes.api.model.PodBuilder;

/**
 * A pod with a claim that is made from the template, unless it has claims already.
 *
 * @param template its name
 */
public record WantsDevice(String template) implements PodTrait {
  @Override
  public void applyTo(PodBuilder pod) {
    if (pod.buildSpec().getResourceClaims().isEmpty()) {
      pod.editSpec().addNewResourceClaim().withName(template).withResourceClaimTemplateName(template).endResourceClaim().endSpec();
    }
  }

  @Override
  public String toString() {
    return "wants a device of " + template;
  }
}
