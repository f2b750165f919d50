package io.berth.conformance;

import io.berth.dynamicresources.allocator.Allocated;
import io.berth.dynamicresources.allocator.AllocationOutcome;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether an outcome is right, by rules written down a second time and without any cleverness: what is allocated keeps all of
 * them, and nothing is allocated only if no combination does.
 */
final class AllocationChecks {

  private AllocationChecks() {}

  static List<Mismatch> check(AllocatorCase input, AllocationOutcome outcome) {
    NaiveRules rules = new NaiveRules(input);
    if (outcome instanceof Allocated allocated) {
      return checkResults(rules, allocated.results());
    }
    if (outcome instanceof AllocationOutcome.Failed failed && !failed.thisNodeOnly()) {
      return List.of(new Mismatch("error", Mismatch.ABSENT, failed.message()));
    }
    List<NaiveRules.Choice> found = new NaiveSearch(rules).find();
    return found == null ? List.of() : List.of(new Mismatch("results", found.toString(), "null"));
  }

  private static List<Mismatch> checkResults(NaiveRules rules, List<AllocationResult> results) {
    List<Mismatch> mismatches = new ArrayList<>();
    List<NaiveRules.Choice> chosen = new ArrayList<>();
    for (int claim = 0; claim < results.size(); claim++) {
      for (DeviceRequestAllocationResult result : results.get(claim).getDevices().getResults()) {
        NaiveRules.Choice choice = rules.choice(claim, result);
        String problem = rules.problem(chosen, choice);
        if (problem != null) {
          mismatches.add(new Mismatch("results", "a device that may be chosen", choice + ": " + problem));
        }
        chosen.add(choice);
      }
    }
    String incomplete = rules.missing(chosen);
    if (incomplete != null) {
      mismatches.add(new Mismatch("results", "as many devices as asked for", incomplete));
    }
    return mismatches;
  }
}
