package io.berth.simulator.record;

import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plays recorded claims for another scheduler than the recorded one. Of what was recorded the allocations are left out; who gave a claim
 * back then gives it back now, and with the last one goes the allocation. Claims that the recorded scheduler made itself are left out.
 */
final class ClaimReplay {

  private final InMemoryCluster cluster;
  private final Map<String, Set<String>> consumers = new HashMap<>();

  ClaimReplay(InMemoryCluster cluster) {
    this.cluster = cluster;
  }

  /** The claim was there at the start, and is as it was recorded. */
  void known(ResourceClaim recorded) {
    consumers.put(recorded.getMetadata().getUid(), uids(recorded));
  }

  /** The claim is new, or has changed. */
  void play(ResourceClaim recorded) {
    Map<String, String> annotations = recorded.getMetadata().getAnnotations();
    if (annotations != null && annotations.containsKey(RecordedFields.EXTENDED_CLAIM)) {
      return;
    }
    Set<String> now = uids(recorded);
    Set<String> before = consumers.put(recorded.getMetadata().getUid(), now);
    ResourceClaim there = cluster.get(recorded);
    if (there != null && !there.getMetadata().getUid().equals(recorded.getMetadata().getUid())) {
      cluster.remove(there);
      there = null;
    }
    if (there == null) {
      cluster.create(new ResourceClaimBuilder(recorded).withStatus(null).build());
      return;
    }
    Set<String> back = before == null ? new HashSet<>() : new HashSet<>(before);
    back.removeAll(now);
    ResourceClaim next = merged(recorded, there, back);
    cluster.update(next);
    if (recorded.getMetadata().getDeletionTimestamp() != null && there.getMetadata().getDeletionTimestamp() == null) {
      cluster.delete(next);
    }
  }

  private static ResourceClaim merged(ResourceClaim recorded, ResourceClaim there, Set<String> back) {
    var builder =
        new ResourceClaimBuilder(recorded)
            .editMetadata()
            .withFinalizers(there.getMetadata().getFinalizers())
            .withResourceVersion(null)
            .endMetadata()
            .withStatus(there.getStatus());
    ResourceClaimStatus status = there.getStatus();
    if (status == null || back.isEmpty()) {
      return builder.build();
    }
    List<ResourceClaimConsumerReference> left =
        status.getReservedFor().stream().filter(consumer -> !back.contains(consumer.getUid())).toList();
    builder.editStatus().withReservedFor(left).endStatus();
    if (left.isEmpty()) {
      builder.editMetadata().withFinalizers(List.of()).endMetadata().editStatus().withAllocation(null).endStatus();
    }
    return builder.build();
  }

  private static Set<String> uids(ResourceClaim claim) {
    Set<String> uids = new HashSet<>();
    if (claim.getStatus() != null) {
      claim.getStatus().getReservedFor().forEach(consumer -> uids.add(consumer.getUid()));
    }
    return uids;
  }
}
