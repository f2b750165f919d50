package io.berth.dynamicresources.slices;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A taint of a device that keeps it from being allocated: NoSchedule or NoExecute. What is absent is empty.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/devicetoleration.go, v1.37.2.
 *
 * @param key the key
 * @param value the value
 * @param effect the effect
 */
public record Taint(String key, String value, String effect) {

  /** Reads those taints that have an effect on allocation. */
  static List<Taint> listOf(@Nullable List<DeviceTaint> taints) {
    if (taints == null || taints.isEmpty()) {
      return List.of();
    }
    List<Taint> read = new ArrayList<>(taints.size());
    for (DeviceTaint taint : taints) {
      String effect = orEmpty(taint.getEffect());
      if (effect.equals("NoSchedule") || effect.equals("NoExecute")) {
        read.add(new Taint(orEmpty(taint.getKey()), orEmpty(taint.getValue()), effect));
      }
    }
    return List.copyOf(read);
  }

  /** Whether the toleration is for this taint. */
  public boolean toleratedBy(DeviceToleration toleration) {
    String wantedEffect = orEmpty(toleration.getEffect());
    String wantedKey = orEmpty(toleration.getKey());
    if (!wantedEffect.isEmpty() && !wantedEffect.equals(effect) || !wantedKey.isEmpty() && !wantedKey.equals(key)) {
      return false;
    }
    return switch (orEmpty(toleration.getOperator())) {
      case "", "Equal" -> value.equals(orEmpty(toleration.getValue()));
      case "Exists" -> true;
      default -> false;
    };
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
