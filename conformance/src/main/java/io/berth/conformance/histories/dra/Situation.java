package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.ThemeRun;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.dynamicresources.DynamicResourcesInvariants.InFlight;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod and a node as far as devices are concerned, by what is known.
 *
 * @param objection why the pod cannot be there, whatever is free; {@code null} if nothing is known
 * @param wanting the claims that are to be allocated, in the order in which devices are looked for
 * @param uids those of the claims, but for one that is yet to be made
 * @param allocation what is free on the node, before any of these claims
 */
record Situation(
    @Nullable String objection, List<NaiveClaim> wanting, Set<String> uids, NaiveAllocation allocation, Map<String, DeviceClass> classes, Collection<ResourceSlice> slices) {

  /**
   * Looks.
   *
   * @param handle what the plugin has, which counts where it is the scheduler's knowledge that counts
   */
  static Situation of(ThemeRun.Question question, @Nullable Handle handle, Instant now) {
    Seen seen = question.seen();
    Pod pod = question.pod();
    Node node = question.node();
    boolean live = seen.isSchedulers() && handle != null;
    Collection<ResourceClaim> all =
        live ? DynamicResourcesInvariants.claims(Objects.requireNonNull(handle)) : seen.all(ResourceKind.RESOURCE_CLAIMS);
    List<InFlight> inFlight = live ? DynamicResourcesInvariants.inFlight(Objects.requireNonNull(handle)) : List.of();
    Map<String, DeviceClass> classes = new HashMap<>();
    seen.all(ResourceKind.DEVICE_CLASSES).forEach(one -> classes.put(one.getMetadata().getName(), one));
    List<ResourceClaim> own = Devices.claims(pod, all);
    String objection = own == null ? "a claim is missing" : null;
    NaiveBooks books = new NaiveBooks(question, own == null ? List.of() : own);
    all.forEach(claim -> books.has(claim, inFlight));
    for (InFlight other : inFlight) {
      if (all.stream().anyMatch(claim -> claim.getMetadata().getUid().equals(other.claimUid()) && Devices.isAllocated(claim))) {
        continue; // it has been written, and the answer is late
      }
      String uid = pod.getMetadata().getUid();
      boolean decided = seen.chosen().stream().anyMatch(chosen -> chosen.uid().equals(uid));
      boolean mine = other.podUids().contains(uid) && !decided;
      if (!mine && own != null && own.stream().anyMatch(claim -> claim.getMetadata().getUid().equals(other.claimUid()))) {
        objection = "a claim is being allocated";
      } else if (!mine) {
        books.isGiven(other);
      }
    }
    if (objection == null && books.waitsForOwn(handle)) {
      objection = "a claim is to be released for a nominated pod";
    }
    List<NaiveClaim> wanting = new ArrayList<>();
    Set<String> uids = new HashSet<>();
    for (ResourceClaim claim : own == null ? List.<ResourceClaim>of() : own) {
      String problem = problem(claim, pod, node, classes, now);
      objection = objection == null ? problem : objection;
      if (problem == null && !Devices.isAllocated(claim)) {
        wanting.add(read(claim, classes));
        uids.add(claim.getMetadata().getUid());
      }
    }
    DeviceClass gpus = Devices.gpus(pod) == 0 ? null : Devices.ofGpus(classes.values());
    if (gpus != null && Devices.special(pod, all) != null) {
      objection = objection == null ? "an earlier attempt left a claim" : objection;
    } else if (gpus != null && !Devices.hasGpus(node)) {
      wanting.add(NaiveClaim.of(gpus(pod, gpus), List.of(), classes));
    }
    List<NaivePool> pools = NaivePool.on(node, seen.all(ResourceKind.RESOURCE_SLICES), seen.all(ResourceKind.DEVICE_TAINT_RULES));
    return new Situation(objection, wanting, uids, new NaiveAllocation(pools, books.held(handle)), classes, seen.all(ResourceKind.RESOURCE_SLICES));
  }

  private static List<DeviceRequest> gpus(Pod pod, DeviceClass of) {
    return List.of(
        new DeviceRequestBuilder()
            .withName("gpus")
            .withNewExactly()
            .withDeviceClassName(of.getMetadata().getName())
            .withAllocationMode("ExactCount")
            .withCount((long) Devices.gpus(pod))
            .endExactly()
            .build());
  }

  private static @Nullable String problem(ResourceClaim claim, Pod pod, Node node, Map<String, DeviceClass> classes, Instant now) {
    if (Devices.isOfAnother(claim, pod)) {
      return "a claim was made for another pod";
    } else if (claim.getMetadata().getDeletionTimestamp() != null) {
      return "a claim is being deleted";
    } else if (!Devices.isAllocated(claim)) {
      return classes.keySet().containsAll(NaiveClaim.classes(claim.getSpec().getDevices().getRequests())) ? null : "a class is missing";
    } else if (!Devices.isOn(claim.getStatus().getAllocation(), node)) {
      return "a claim is allocated elsewhere";
    }
    return switch (Devices.binding(claim)) {
      case READY -> null;
      case BROKEN -> "a device of a claim is broken";
      case PENDING -> Devices.isTooLate(claim, now) ? "a device of a claim does not get ready" : null;
    };
  }

  /** Why the pod cannot be on the node; {@code null} if it can. */
  @Nullable String answer() {
    if (objection != null) {
      return objection;
    }
    wanting.forEach(allocation::want);
    return allocation.isPossible() ? null : "too few devices";
  }

  /** Whether the attempt may fail because of this node, whatever can be had on others: where all devices are asked for. */
  boolean mayFail() {
    return wanting.stream().anyMatch(claim -> claim.limitsAll() || claim.asksForAll() && allocation.isIncomplete());
  }

  /** What the claim asks for. */
  static NaiveClaim read(ResourceClaim claim, Map<String, DeviceClass> classes) {
    var devices = claim.getSpec().getDevices();
    return NaiveClaim.of(devices.getRequests(), devices.getConstraints(), classes);
  }
}
