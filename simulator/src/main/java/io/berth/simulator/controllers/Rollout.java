package io.berth.simulator.controllers;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many replicas the ReplicaSets of a Deployment should have next. Pure.
 *
 * <p>Source: pkg/controller/deployment/rolling.go, recreate.go and util/deployment_util.go (NewRSNewReplicas, ResolveFenceposts), v1.37.2.
 */
final class Rollout {
  private Rollout() {}

  /** The ReplicaSets that are to be scaled, and to how many. */
  static Map<ReplicaSet, Integer> scales(Deployment deployment, ReplicaSet current, List<ReplicaSet> old) {
    Map<ReplicaSet, Integer> result = new LinkedHashMap<>();
    int toNew = replicasOfNew(deployment, wanted(current), old);
    if (toNew != wanted(current)) {
      result.put(current, toNew);
      return result;
    }
    if (isRecreate(deployment)) {
      old.stream().filter(set -> wanted(set) > 0).forEach(set -> result.put(set, 0));
      return result;
    }
    List<ReplicaSet> oldestFirst = old.stream().sorted(Comparator.comparing(Rollout::created)).toList();
    int all = wanted(current) + old.stream().mapToInt(Rollout::wanted).sum();
    int least = replicas(deployment) - maxUnavailable(deployment);
    int mayGo = all - least - Math.max(0, wanted(current) - available(current));
    int unhealthyGone = 0;
    for (ReplicaSet set : oldestFirst) {
      int gone = Math.min(Math.max(0, mayGo - unhealthyGone), Math.max(0, wanted(set) - available(set)));
      if (gone > 0) {
        result.put(set, wanted(set) - gone);
        unhealthyGone += gone;
      }
    }
    int healthyMayGo = available(current) + old.stream().mapToInt(Rollout::available).sum() - least;
    for (ReplicaSet set : oldestFirst) {
      int left = result.getOrDefault(set, wanted(set));
      int gone = Math.min(Math.max(0, Math.min(healthyMayGo, mayGo - unhealthyGone)), left);
      if (gone > 0) {
        result.put(set, left - gone);
        healthyMayGo -= gone;
        mayGo -= gone;
      }
    }
    return result;
  }

  /** How many the one with the current template should have. */
  static int replicasOfNew(Deployment deployment, int has, List<ReplicaSet> old) {
    int goal = replicas(deployment);
    if (has >= goal) {
      return goal;
    }
    if (isRecreate(deployment)) {
      return old.stream().anyMatch(set -> wanted(set) > 0 || actual(set) > 0) ? has : goal;
    }
    int all = has + old.stream().mapToInt(Rollout::wanted).sum();
    int room = goal + maxSurge(deployment) - all;
    return room <= 0 ? has : Math.min(goal, has + room);
  }

  static int wanted(ReplicaSet set) {
    Integer replicas = set.getSpec().getReplicas();
    return replicas == null ? 1 : replicas;
  }

  static int actual(ReplicaSet set) {
    return set.getStatus() == null ? 0 : orZero(set.getStatus().getReplicas());
  }

  static int ready(ReplicaSet set) {
    return set.getStatus() == null ? 0 : orZero(set.getStatus().getReadyReplicas());
  }

  static int available(ReplicaSet set) {
    return set.getStatus() == null ? 0 : orZero(set.getStatus().getAvailableReplicas());
  }

  private static int orZero(@Nullable Integer value) {
    return value == null ? 0 : value;
  }

  private static String created(ReplicaSet set) {
    return set.getMetadata().getCreationTimestamp() + " " + set.getMetadata().getUid();
  }

  private static int replicas(Deployment deployment) {
    Integer replicas = deployment.getSpec().getReplicas();
    return replicas == null ? 1 : replicas;
  }

  private static boolean isRecreate(Deployment deployment) {
    return deployment.getSpec().getStrategy() != null && "Recreate".equals(deployment.getSpec().getStrategy().getType());
  }

  private static @Nullable RollingUpdateDeployment rolling(Deployment deployment) {
    return deployment.getSpec().getStrategy() == null ? null : deployment.getSpec().getStrategy().getRollingUpdate();
  }

  private static int maxSurge(Deployment deployment) {
    RollingUpdateDeployment rolling = rolling(deployment);
    return share(rolling == null ? null : rolling.getMaxSurge(), replicas(deployment), true);
  }

  private static int maxUnavailable(Deployment deployment) {
    RollingUpdateDeployment rolling = rolling(deployment);
    int most = share(rolling == null ? null : rolling.getMaxUnavailable(), replicas(deployment), false);
    return Math.min(most == 0 && maxSurge(deployment) == 0 ? 1 : most, replicas(deployment));
  }

  /** A number or a share, a quarter when nothing is said; something that is neither counts as 0. */
  private static int share(@Nullable IntOrString value, int whole, boolean up) {
    String text = value == null ? "25%" : value.getStrVal();
    if (value != null && text == null) {
      return value.getIntVal() == null ? 0 : value.getIntVal();
    }
    if (text == null || !text.matches("[0-9]{1,6}%")) {
      return 0;
    }
    long percent = Long.parseLong(text.substring(0, text.length() - 1));
    return (int) ((percent * whole + (up ? 99 : 0)) / 100);
  }
}
