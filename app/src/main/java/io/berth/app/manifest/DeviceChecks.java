package io.berth.app.manifest;

import io.berth.app.manifest.PodSpecChecks.Told;
import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintSelector;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an API server refuses of objects about devices. What needs more than one object to find (counters that no slice has, a device in two
 * slices, a class that is not there) is not refused, neither there nor here: the scheduler tells it.
 *
 * <p>Source: pkg/apis/resource/validation/validation.go, v1.37.2.
 */
final class DeviceChecks {

  static final int MOST_SELECTORS = 32;
  private static final CelCompiler COMPILER = new CelCompiler(CelFeatures.STORED);
  private static final int LONGEST_DRIVER = 63;
  private static final int LONGEST_POOL = 253;
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,31}");
  private static final int LONGEST_EXPRESSION = 10 * 1024;
  private static final Set<String> TAINT_EFFECTS = Set.of("NoSchedule", "NoExecute", "None");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern SUBDOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private static final Pattern QUALIFIED = Pattern.compile("(?i)" + SUBDOMAIN.pattern() + "/[A-Za-z_][A-Za-z0-9_]{0,31}");
  private static final List<DeviceRequestAllocationResult> NOTHING = List.of();

  private final Told told;

  DeviceChecks(Told told) {
    this.told = told;
  }

  /** Whether objects like this are looked at here. */
  static boolean concerns(HasMetadata object) {
    return object instanceof ResourceClaim
        || object instanceof ResourceClaimTemplate
        || object instanceof ResourceSlice
        || object instanceof DeviceClass
        || object instanceof DeviceTaintRule;
  }

  void check(HasMetadata object) {
    if (object instanceof ResourceClaim claim) {
      claim("spec", claim.getSpec());
      allocation("status.allocation", claim.getStatus() == null ? null : claim.getStatus().getAllocation());
    } else if (object instanceof ResourceClaimTemplate template) {
      claim("spec.spec", template.getSpec() == null ? null : template.getSpec().getSpec());
    } else if (object instanceof ResourceSlice slice) {
      if (slice.getSpec() == null) {
        told.wrong("spec", "is missing", "give it a driver, a pool and devices");
      } else {
        new SliceChecks(this).check("spec", slice.getSpec());
      }
    } else if (object instanceof DeviceClass c && c.getSpec() != null) {
      selectors("spec.selectors", c.getSpec().getSelectors());
      String name = c.getSpec().getExtendedResourceName();
      if (name != null && (name.indexOf('/') <= 0 || name.startsWith("requests.") || name.indexOf("kubernetes.io/") >= 0)) {
        wrong("spec.extendedResourceName", "\"" + name + "\" is no extended resource", "write it like example.com/gpu");
      }
    } else if (object instanceof DeviceTaintRule rule) {
      if (rule.getSpec() == null || rule.getSpec().getTaint() == null) {
        wrong("spec.taint", "is missing", "give it a key and an effect");
      } else {
        taint("spec.taint", rule.getSpec().getTaint());
        selector("spec.deviceSelector", rule.getSpec().getDeviceSelector());
      }
    }
  }

  private void selector(String field, @Nullable DeviceTaintSelector selector) {
    if (selector != null && selector.getDriver() != null) {
      driver(field + ".driver", selector.getDriver());
    }
    if (selector != null && selector.getPool() != null) {
      pool(field + ".pool", selector.getPool());
    }
    if (selector != null && selector.getDevice() != null) {
      label(field + ".device", selector.getDevice());
    }
  }

  private void claim(String field, @Nullable ResourceClaimSpec spec) {
    if (spec != null && spec.getDevices() != null) {
      new ClaimChecks(this).check(field + ".devices", spec.getDevices());
    }
  }

  private void allocation(String field, @Nullable AllocationResult allocation) {
    if (allocation == null) {
      return;
    }
    if (allocation.getNodeSelector() != null) {
      nodeSelector(field + ".nodeSelector", allocation.getNodeSelector(), false);
    }
    int index = 0;
    for (DeviceRequestAllocationResult result : allocation.getDevices() == null ? NOTHING : allocation.getDevices().getResults()) {
      String at = field + ".devices.results[" + index++ + "]";
      required(at + ".request", result.getRequest());
      required(at + ".driver", result.getDriver());
      required(at + ".pool", result.getPool());
      required(at + ".device", result.getDevice());
    }
  }

  /** A selector of nodes; where it is about devices, it has one term. */
  void nodeSelector(String field, NodeSelector selector, boolean oneTerm) {
    List<NodeSelectorTerm> terms = selector.getNodeSelectorTerms();
    if (terms.isEmpty() || oneTerm && terms.size() > 1) {
      wrong(field + ".nodeSelectorTerms", "has " + terms.size() + " entries", oneTerm ? "give exactly one" : "give at least one");
    }
    for (int i = 0; i < terms.size(); i++) {
      new AffinityChecks(told).nodeTerm(field + ".nodeSelectorTerms[" + i + "]", terms.get(i));
    }
  }

  /** A name with a domain before it. */
  void qualified(String field, @Nullable String name) {
    if (name != null && !QUALIFIED.matcher(name).matches()) {
      wrong(field, "\"" + name + "\" is no attribute with its domain", "write it like gpu.example.com/model");
    }
  }

  /** A name whose domain may be left out. More than one slash is let pass, as an API server does. */
  void maybeQualified(String field, String name) {
    String[] parts = name.split("/", -1);
    boolean right = parts.length > 2 || parts.length == 1 && IDENTIFIER.matcher(name).matches();
    if (parts.length == 2) {
      right = isDriver(parts[0]) && IDENTIFIER.matcher(parts[1]).matches();
    }
    if (!right) {
      String advice = "use letters, digits and '_', at most 32 of them, with or without a domain as in gpu.example.com/model";
      wrong(field, "\"" + name + "\" is no such name", advice);
    }
  }

  /** The name of a driver, in small or capital letters. */
  void driver(String field, @Nullable String name) {
    if (required(field, name) && !isDriver(name)) {
      wrong(field, "\"" + name + "\" is no such name", "use letters, digits, '-' and '.', at most " + LONGEST_DRIVER + " characters");
    }
  }

  private static boolean isDriver(String name) {
    return name.length() <= LONGEST_DRIVER && SUBDOMAIN.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /** The name of a pool: domains with slashes between them. */
  void pool(String field, @Nullable String name) {
    if (required(field, name)
        && (name.length() > LONGEST_POOL || !Stream.of(name.split("/", -1)).allMatch(part -> SUBDOMAIN.matcher(part).matches()))) {
      String advice = "use lower case letters, digits, '-', '.' and '/', at most " + LONGEST_POOL + " characters";
      wrong(field, "\"" + name + "\" is no such name", advice);
    }
  }

  void wrong(String field, String what, String advice) {
    told.wrong(field, what, advice);
  }

  void word(String field, @Nullable String word, Set<String> known) {
    new PodSpecChecks(told).word(field, word, known);
  }

  /** Checks of keys and values that look like those of labels. */
  TaintChecks labels() {
    return new TaintChecks(told);
  }

  void taint(String field, DeviceTaint taint) {
    if (required(field + ".key", taint.getKey())) {
      labels().key(field + ".key", taint.getKey());
    }
    labels().value(field + ".value", taint.getValue());
    if (required(field + ".effect", taint.getEffect())) {
      word(field + ".effect", taint.getEffect(), TAINT_EFFECTS);
    }
  }

  void selectors(String field, List<DeviceSelector> selectors) {
    atMost(field, selectors.size(), MOST_SELECTORS);
    int index = 0;
    for (DeviceSelector selector : selectors) {
      String at = field + "[" + index++ + "].cel";
      if (selector.getCel() == null) {
        wrong(at, "is missing", "give it an expression");
      } else if (required(at + ".expression", selector.getCel().getExpression())) {
        expression(at + ".expression", selector.getCel().getExpression());
      }
    }
  }

  private void expression(String field, String expression) {
    if (expression.length() > LONGEST_EXPRESSION) {
      wrong(field, "is too long", "the limit is " + LONGEST_EXPRESSION + " characters");
      return;
    }
    String error = COMPILER.selector(expression).error();
    if (error != null) {
      wrong(field, "is no selector of devices (" + error.lines().findFirst().orElse("") + ")", "correct it");
    }
  }

  /** A name of small letters, digits and hyphens, at most 63. */
  void label(String field, @Nullable String name) {
    if (required(field, name) && !LABEL.matcher(name).matches()) {
      wrong(field, "\"" + name + "\" is no such name", "use lower case letters, digits and '-', at most 63 characters");
    }
  }

  /** A DNS subdomain. */
  void subdomain(String field, @Nullable String name, int longest) {
    if (required(field, name) && (name.length() > longest || !SUBDOMAIN.matcher(name).matches())) {
      wrong(field, "\"" + name + "\" is no such name", "use lower case letters, digits, '-' and '.', at most " + longest + " characters");
    }
  }

  boolean required(String field, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      wrong(field, "is missing", "give it");
      return false;
    }
    return true;
  }

  void atMost(String field, int count, int most) {
    if (count > most) {
      wrong(field, "has " + count + " entries", "the limit is " + most);
    }
  }

  /** No name twice. */
  <T> void unique(String field, List<T> items, Function<T, @Nullable String> name, String member) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String given = name.apply(items.get(i));
      if (given != null && !given.isEmpty() && !seen.add(given)) {
        wrong(field + "[" + i + "]" + member, "\"" + given + "\" is there twice", "remove or rename one of them");
      }
    }
  }
}
