package io.berth.simulator;

import io.berth.framework.resource.ExactQuantity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod's runtime class adds to it. Pure.
 *
 * <p>Source: plugin/pkg/admission/runtimeclass/admission.go and pkg/util/tolerations/tolerations.go, v1.37.2.
 */
final class RuntimeClassAdmission {
  private RuntimeClassAdmission() {}

  /** Completes the spec, which is ours alone. */
  static void admit(PodSpec spec, Admission.Classes classes) {
    RuntimeClass runtimeClass = find(spec, classes);
    setOverhead(spec, runtimeClass);
    if (runtimeClass != null && runtimeClass.getScheduling() != null) {
      mergeNodeSelector(spec, runtimeClass.getScheduling().getNodeSelector());
      spec.setTolerations(merge(spec.getTolerations(), runtimeClass.getScheduling().getTolerations()));
    }
  }

  private static @Nullable RuntimeClass find(PodSpec spec, Admission.Classes classes) {
    String name = spec.getRuntimeClassName();
    if (ObjectApi.isEmpty(name)) {
      return null;
    }
    RuntimeClass found = classes.runtimeClass(name);
    if (found == null) {
      throw new Admission.RejectedException("pod rejected: RuntimeClass \"" + name + "\" not found");
    }
    return found;
  }

  private static void setOverhead(PodSpec spec, @Nullable RuntimeClass runtimeClass) {
    Map<String, Quantity> own = spec.getOverhead();
    boolean hasOwn = own != null && !own.isEmpty();
    if (runtimeClass == null || runtimeClass.getOverhead() == null) {
      if (hasOwn) {
        throw new Admission.RejectedException(
            "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
      }
      return;
    }
    Map<String, Quantity> given = runtimeClass.getOverhead().getPodFixed();
    if (hasOwn && !exact(own).equals(exact(given))) {
      throw new Admission.RejectedException("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
    spec.setOverhead(given);
  }

  private static void mergeNodeSelector(PodSpec spec, @Nullable Map<String, String> more) {
    Map<String, String> merged = new LinkedHashMap<>(spec.getNodeSelector() == null ? Map.of() : spec.getNodeSelector());
    for (Map.Entry<String, String> entry : (more == null ? Map.<String, String>of() : more).entrySet()) {
      String own = merged.put(entry.getKey(), entry.getValue());
      if (own != null && !own.equals(entry.getValue())) {
        throw new Admission.RejectedException(
            "conflict: runtimeClass.scheduling.nodeSelector[" + entry.getKey() + "] = " + entry.getValue()
                + "; pod.spec.nodeSelector[" + entry.getKey() + "] = " + own);
      }
    }
    spec.setNodeSelector(Collections.unmodifiableMap(merged));
  }

  /** Both lists without those that another one makes superfluous. */
  private static List<Toleration> merge(List<Toleration> first, List<Toleration> second) {
    List<Toleration> all = new ArrayList<>(first);
    all.addAll(second);
    List<Toleration> merged = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Toleration toleration = all.get(i);
      boolean superfluous =
          merged.stream().anyMatch(other -> covers(other, toleration))
              || all.subList(i + 1, all.size()).stream().anyMatch(o -> !o.equals(toleration) && covers(o, toleration));
      if (!superfluous) {
        merged.add(toleration);
      }
    }
    return Collections.unmodifiableList(merged);
  }

  private static boolean covers(Toleration wide, Toleration narrow) {
    if (wide.equals(narrow)) {
      return true;
    }
    if (!Objects.equals(text(narrow.getKey()), text(wide.getKey()))
        && !(text(wide.getKey()).isEmpty() && "Exists".equals(wide.getOperator()))) {
      return false;
    }
    if (!text(narrow.getEffect()).equals(text(wide.getEffect())) && !text(wide.getEffect()).isEmpty()) {
      return false;
    }
    if ("NoExecute".equals(wide.getEffect()) && wide.getTolerationSeconds() != null) {
      if (narrow.getTolerationSeconds() == null || narrow.getTolerationSeconds() > wide.getTolerationSeconds()) {
        return false;
      }
    }
    return switch (text(wide.getOperator())) {
      case "Exists" -> true;
      case "Equal", "" -> "Equal".equals(narrow.getOperator()) && text(narrow.getValue()).equals(text(wide.getValue()));
      default -> false;
    };
  }

  private static Map<String, ExactQuantity> exact(@Nullable Map<String, Quantity> amounts) {
    Map<String, ExactQuantity> exact = new TreeMap<>();
    if (amounts != null) {
      amounts.forEach((name, amount) -> exact.put(name, ExactQuantity.of(amount)));
    }
    return exact;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
