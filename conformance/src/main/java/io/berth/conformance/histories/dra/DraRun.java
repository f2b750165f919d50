package io.berth.conformance.histories.dra;

import io.berth.conformance.histories.PodStates;
import io.berth.conformance.histories.Seen;
import io.berth.conformance.histories.ThemeRun;
import io.berth.dynamicresources.DynamicResources;
import io.berth.dynamicresources.DynamicResourcesArgs;
import io.berth.framework.FeatureGates;
import io.berth.framework.Feature;
import io.berth.framework.Handle;
import io.berth.framework.Profile;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.model.PodInfo;
import io.berth.scenario.KnownCluster;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Devices in one run of a history: the plugin, its controllers, what must hold. */
final class DraRun implements ThemeRun {
  static final Duration BINDING_TIMEOUT = Duration.ofSeconds(20);

  private static final List<Feature> ALPHA =
      List.of(
          FeatureGates.DRA_DERIVED_ATTRIBUTES,
          FeatureGates.DRA_DEVICE_COMPATIBILITY_GROUPS,
          FeatureGates.DRA_FRACTIONAL_CAPACITY_RANGE,
          FeatureGates.DRA_LIST_TYPE_ATTRIBUTES);

  private final boolean alpha;
  private final Map<String, PoolSpec> unfinished = new TreeMap<>();
  private final LostSlices lost = new LostSlices();
  private final NominationChecks nominations = new NominationChecks(this);
  private final HeldChecks held = new HeldChecks(this);
  private @Nullable Handle handle;
  private @Nullable Controllers controllers;
  private @Nullable World world;

  /**
   * A run.
   *
   * @param alpha whether the gates are on that are off by default
   */
  DraRun(boolean alpha) {
    this.alpha = alpha;
  }

  Controllers controllers() {
    return Objects.requireNonNull(controllers);
  }

  /** What the plugin of the scheduler that was started last has. */
  @Nullable Handle handle() {
    return handle;
  }

  /** Pools of which slices are missing until the driver goes on, by name. */
  Map<String, PoolSpec> unfinished() {
    return unfinished;
  }

  @Override
  public void enable(Profile.Builder profile) {
    var factory = DynamicResources.factory(new DynamicResourcesArgs(null, BINDING_TIMEOUT));
    profile.enable(
        DynamicResources.NAME,
        made -> {
          handle = made;
          return factory.create(made);
        },
        DynamicResources.WEIGHT);
  }

  @Override
  public FeatureGates gates(FeatureGates gates) {
    FeatureGates all = gates;
    for (Feature feature : alpha ? ALPHA : List.<Feature>of()) {
      all = all.with(feature, true);
    }
    return all;
  }

  @Override
  public void begin(World begun) {
    world = begun;
    controllers = new Controllers(begun);
    begun.observe(new ClaimChecks(this));
    begun.observe(new DeviceChecks(this));
    begun.observe(lost);
    begun.observe(nominations);
    begun.observe(held);
  }

  @Override
  public void unfit(World here, PodInfo pod) {
    nominations.unfit(here, pod);
  }

  @Override
  public void preempts(World here, PodInfo preemptor, String node, List<PodInfo> victims) {
    nominations.decided(here, preemptor, node, victims);
    held.decided(preemptor, node);
  }

  @Override
  public void rest(World resting) {
    unfinished.values().forEach(pool -> PoolActions.write(resting.cluster(), pool, Integer.MAX_VALUE));
    unfinished.clear();
    controllers().start(Duration.ZERO);
    controllers().getAllReady(true);
    for (Pod pod : resting.cluster().list(ResourceKind.PODS)) {
      if (!PodStates.hasNode(pod) && limitsAll(resting, pod)) {
        resting.story().tell("nobody waits any more for pod " + pod.getMetadata().getName() + ", which may fail for ever");
        resting.cluster().remove(pod);
      }
    }
  }

  /** Whether the pod has a claim, or is to have one, that asks for all of something under a constraint. */
  private static boolean limitsAll(World world, Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    List<ResourceClaimSpec> specs = new ArrayList<>();
    for (PodResourceClaim entry : pod.getSpec().getResourceClaims()) {
      if (entry.getResourceClaimTemplateName() != null) {
        var template = world.cluster().get(ResourceKind.RESOURCE_CLAIM_TEMPLATES, namespace, entry.getResourceClaimTemplateName());
        specs.add(template == null ? new ResourceClaimSpec() : template.getSpec().getSpec());
      } else {
        var claim = world.cluster().get(ResourceKind.RESOURCE_CLAIMS, namespace, entry.getResourceClaimName());
        specs.add(claim == null ? new ResourceClaimSpec() : claim.getSpec());
      }
    }
    return specs.stream()
        .filter(spec -> spec.getDevices() != null && !spec.getDevices().getConstraints().isEmpty())
        .flatMap(spec -> spec.getDevices().getRequests().stream())
        .anyMatch(DraRun::asksForAll);
  }

  private static boolean asksForAll(DeviceRequest request) {
    return request.getExactly() != null && "All".equals(request.getExactly().getAllocationMode())
        || request.getFirstAvailable().stream().anyMatch(sub -> "All".equals(sub.getAllocationMode()));
  }

  @Override
  public Set<String> given(Seen seen, Node node) {
    return Devices.ofGpus(seen.all(ResourceKind.DEVICE_CLASSES)) == null || Devices.hasGpus(node) ? Set.of() : Set.of(Devices.GPU);
  }

  @Override
  public @Nullable String objection(Question question) {
    if (question.pod().getSpec().getResourceClaims().isEmpty() && Devices.gpus(question.pod()) == 0) {
      return null;
    }
    Situation situation = situation(question);
    if (question.surely() && situation.mayFail()) {
      return "the attempt may fail";
    }
    if (question.surely() && !question.seen().isSchedulers() && lost.mayHelp(question.pod(), situation)) {
      return "devices may have gone, of which nobody hears";
    }
    return situation.answer();
  }

  /** What is known of the pod's devices on the node. */
  Situation situation(Question question) {
    return Situation.of(question, handle, Objects.requireNonNull(world).time().now());
  }

  @Override
  public boolean mayWake(String plugin, PodInfo pod, KnownCluster.@Nullable Told told) {
    if (told != null && told.object() instanceof DeviceClass) {
      return told.after() != null && (plugin.equals(DynamicResources.NAME) || plugin.equals("NodeResourcesFit"));
    }
    if (!plugin.equals(DynamicResources.NAME)) {
      return false;
    }
    if (told == null || told.object() instanceof ResourceClaim || told.object() instanceof DeviceTaintRule) {
      return true;
    }
    if (told.object() instanceof ResourceSlice) {
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
