package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.ThemeRun;
import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.dynamicresources.DynamicResourcesInvariants;
import io.berth.dynamicresources.DynamicResourcesInvariants.InFlight;
import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Devices in one run of a history: the plugin, its controllers, what must hold. */
final class DraRun implements ThemeRun {
  private @Nullable Handle handle;
  private @Nullable Controllers controllers;
  private final NominationChecks nominations = new NominationChecks(this);

  Controllers controllers() {
    return Objects.requireNonNull(controllers);
  }

  /** What the plugin of the scheduler that was started last has. */
  @Nullable Handle handle() {
    return handle;
  }

  @Override
  public void enable(Profile.Builder profile) {
    var factory = DynamicResources.factory(DynamicResourcesArgs.DEFAULT);
    profile.enable(
        DynamicResources.NAME,
        made -> {
          handle = made;
          return factory.create(made);
        },
        DynamicResources.WEIGHT);
  }

  @Override
  public void begin(World world) {
    controllers = new Controllers(world);
    world.observe(new ClaimChecks(this));
    world.observe(new DeviceChecks());
    world.observe(nominations);
  }

  @Override
  public void preempts(World world, PodInfo preemptor, String node, List<PodInfo> victims) {
    nominations.decided(world, preemptor, node, victims);
  }

  @Override
  public void rest(World world) {
    controllers().start(Duration.ZERO);
  }

  @Override
  public @Nullable String objection(Question question) {
    Pod pod = question.pod();
    if (pod.getSpec().getResourceClaims().isEmpty()) {
      return null;
    }
    Seen seen = question.seen();
    boolean live = seen.isSchedulers() && handle != null;
    Collection<ResourceClaim> all =
        live ? DynamicResourcesInvariants.claims(Objects.requireNonNull(handle)) : seen.all(ResourceKind.RESOURCE_CLAIMS);
    List<ResourceClaim> claims = Devices.claims(pod, all);
    if (claims == null) {
      return "a claim is missing";
    }
    List<InFlight> inFlight = live ? DynamicResourcesInvariants.inFlight(Objects.requireNonNull(handle)) : List.of();
    NaiveBooks books = new NaiveBooks(question, claims);
    all.forEach(claim -> books.has(claim, inFlight));
    for (InFlight other : inFlight) {
      if (all.stream().anyMatch(claim -> claim.getMetadata().getUid().equals(other.claimUid()) && Devices.isAllocated(claim))) {
        continue; // it has been written, and the answer is late
      }
      String uid = pod.getMetadata().getUid();
      boolean decided = seen.chosen().stream().anyMatch(chosen -> chosen.uid().equals(uid));
      boolean mine = other.podUids().contains(uid) && !decided;
      if (!mine && claims.stream().anyMatch(claim -> claim.getMetadata().getUid().equals(other.claimUid()))) {
        return "a claim is being allocated";
      } else if (!mine) {
        books.isGiven(other);
      }
    }
    if (books.waitsForOwn(handle)) {
      return "a claim is to be released for a nominated pod";
    }
    return objection(seen, claims, books.held(handle), pod, question.node().getMetadata().getName());
  }

  private static @Nullable String objection(
      Seen seen, List<ResourceClaim> claims, List<DeviceRequestAllocationResult> held, Pod pod, String node) {
    Collection<ResourceSlice> slices = seen.all(ResourceKind.RESOURCE_SLICES);
    NaiveAllocation devices = new NaiveAllocation(node, Devices.pool(node, slices), Devices.units(node, slices), held);
    List<String> classes = seen.all(ResourceKind.DEVICE_CLASSES).stream().map((DeviceClass c) -> c.getMetadata().getName()).toList();
    for (ResourceClaim claim : claims) {
      if (Devices.isOfAnother(claim, pod)) {
        return "a claim was made for another pod";
      } else if (claim.getMetadata().getDeletionTimestamp() != null) {
        return "a claim is being deleted";
      } else if (Devices.isAllocated(claim)) {
        if (!Devices.isOn(claim.getStatus().getAllocation(), node)) {
          return "a claim is allocated elsewhere";
        }
      } else if (claim.getSpec().getDevices().getRequests().stream()
          .anyMatch(request -> !classes.contains(request.getExactly().getDeviceClassName()))) {
        return "a class is missing";
      } else {
        devices.want(claim);
      }
    }
    return devices.isPossible() ? null : "too few devices";
  }

  @Override
  public boolean mayWake(String plugin, PodInfo pod, KnownCluster.@Nullable Told told) {
    if (!plugin.equals(DynamicResources.NAME)) {
      return false;
    }
    if (told == null || told.object() instanceof ResourceClaim) {
      return true;
    }
    if (told.object() instanceof ResourceSlice || told.object() instanceof DeviceClass) {
      return told.after() != null;
    }
    if (told.before() instanceof Node before && told.after() instanceof Node after) {
      return !Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())
          || !Objects.equals(before.getStatus().getAllocatable(), after.getStatus().getAllocatable());
    }
    boolean own = told.object() instanceof Pod other && other.getMetadata().getUid().equals(pod.uid());
    return own || told.object() instanceof Node && told.before() == null;
  }
}
