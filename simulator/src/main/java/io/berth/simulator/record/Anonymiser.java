package io.berth.simulator.record;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Replaces names by numbers, counted as they come, so that what matched before matches afterwards: selectors and labels, tolerations and
 * taints, owners, node names and hostname labels. What Kubernetes itself gives a meaning stays, as do truth values and whole numbers of up
 * to six digits in labels, which {@code Gt} and {@code Lt} compare. Not thread-safe.
 */
final class Anonymiser implements Names {

  private static final Set<String> NAMESPACES = Set.of("default", "kube-system", "kube-public", "kube-node-lease");

  private static final Set<String> KEYS =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/arch",
          "kubernetes.io/os",
          "kubernetes.io/metadata.name",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "node.kubernetes.io/instance-type",
          "node.kubernetes.io/not-ready",
          "node.kubernetes.io/unreachable",
          "node.kubernetes.io/unschedulable",
          "node.kubernetes.io/memory-pressure",
          "node.kubernetes.io/disk-pressure",
          "node.kubernetes.io/pid-pressure",
          "node.kubernetes.io/network-unavailable",
          "node.kubernetes.io/out-of-service",
          "node.cloudprovider.kubernetes.io/uninitialized",
          "node-role.kubernetes.io/control-plane",
          "node-role.kubernetes.io/master",
          "statefulset.kubernetes.io/pod-name",
          "apps.kubernetes.io/pod-index",
          "batch.kubernetes.io/job-completion-index",
          "pod-template-hash",
          "controller-revision-hash");

  private static final Set<String> SYSTEMS = Set.of("linux", "windows", "amd64", "arm64", "arm", "386", "ppc64le", "s390x", "riscv64");

  private static final Set<String> RESOURCES =
      Set.of("cpu", "memory", "ephemeral-storage", "storage", "pods", "nvidia.com/gpu", "amd.com/gpu", "google.com/tpu");

  /** Begins the names of extended resources that a device class provides. */
  private static final String OF_CLASS = "deviceclass.resource.kubernetes.io/";

  private static final Pattern HUGE_PAGES = Pattern.compile("hugepages-[0-9]+[KMGT]i");
  private static final Pattern SMALL_NUMBER = Pattern.compile("-?[0-9]{1,6}");
  private static final Set<String> ADDRESSES = Set.of("", "0.0.0.0", "::", "127.0.0.1", "::1");

  private final Map<String, Map<String, String>> domains = new HashMap<>();

  @Override
  public boolean hidden() {
    return true;
  }

  @Override
  public String name(String domain, String name) {
    boolean known =
        name.isEmpty() || domain.equals("namespace") && NAMESPACES.contains(name) || domain.equals("scheduler") && name.equals("default-scheduler");
    return known ? name : replaced(domain, name);
  }

  private String replaced(String domain, String name) {
    Map<String, String> known = domains.computeIfAbsent(domain, d -> new HashMap<>());
    return known.computeIfAbsent(name, n -> String.format(Locale.ROOT, "%s-%05d", domain, known.size() + 1));
  }

  @Override
  public String labelKey(String key) {
    return KEYS.contains(key) ? key : replaced("key", key);
  }

  @Override
  public String labelValue(String key, String value) {
    return switch (key) {
      case "kubernetes.io/hostname" -> name("node", value);
      case "kubernetes.io/metadata.name" -> name("namespace", value);
      case "statefulset.kubernetes.io/pod-name" -> name("pod", value);
      case "kubernetes.io/arch", "kubernetes.io/os" -> SYSTEMS.contains(value) ? value : value(value);
      case "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone" -> name("zone", value);
      case "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region" -> name("region", value);
      default -> value(value);
    };
  }

  private String value(String value) {
    boolean plain = value.isEmpty() || value.equals("true") || value.equals("false") || SMALL_NUMBER.matcher(value).matches();
    return plain ? value : replaced("value", value);
  }

  @Override
  public String image(String name) {
    String tagged = name.lastIndexOf(':') <= name.lastIndexOf('/') ? name + ":latest" : name;
    return name.isEmpty() ? name : replaced("image", tagged) + ":v1";
  }

  @Override
  public String resource(String name) {
    if (RESOURCES.contains(name) || HUGE_PAGES.matcher(name).matches()) {
      return name;
    }
    if (name.startsWith(OF_CLASS)) {
      return OF_CLASS + name("deviceclass", name.substring(OF_CLASS.length()));
    }
    if (!name.contains("/")) {
      return replaced("resource", name);
    }
    return (name.contains("kubernetes.io/") ? "kubernetes.io/" : "example.com/") + replaced("resource", name);
  }

  @Override
  public String address(String address) {
    return ADDRESSES.contains(address) ? address : replaced("address", address);
  }
}
