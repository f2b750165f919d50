package io.berth.app.script;

import io.berth.app.manifest.Manifest;
import io.berth.app.manifest.MergePatch;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a step does. */
sealed interface Action {

  /**
   * An object, or several: a name may have stars.
   *
   * @param kind of {@link TargetKind}
   * @param namespace {@code default} unless given; empty for nodes
   */
  record Target(TargetKind kind, String namespace, String name) {
    @Override
    public String toString() {
      return kind.word() + "/" + (kind == TargetKind.NODE ? "" : namespace + "/") + name;
    }

    boolean matches(String otherNamespace, String otherName) {
      return (kind == TargetKind.NODE || namespace.equals(otherNamespace)) && names(otherName);
    }

    private boolean names(String other) {
      return name.indexOf('*') < 0
          ? name.equals(other)
          : other.matches(Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }
  }

  /** What a target can be. */
  enum TargetKind {
    POD("pod"),
    NODE("node"),
    DEPLOYMENT("deployment"),
    REPLICASET("replicaset"),
    STATEFULSET("statefulset"),
    REPLICATIONCONTROLLER("replicationcontroller");

    private final String word;

    TargetKind(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    boolean isWorkload() {
      return this != POD && this != NODE;
    }
  }

  /**
   * Objects come.
   *
   * @param replace whether those that are there already are replaced, rather than an error
   */
  record Put(List<Manifest> manifests, boolean replace) implements Action {}

  /** Pods, nodes or a workload's pods go at once. */
  record Delete(Target target) implements Action {}

  /** Pods end as a container does that exits. */
  record Finish(Target target, String phase) implements Action {}

  /** A JSON merge patch. */
  record Patch(Target target, MergePatch with) implements Action {}

  /** A node takes no more pods, or does again. */
  record Cordon(Target target, boolean on) implements Action {}

  /** A node takes no more pods, and the pods on it go; those of workloads come again. */
  record Drain(Target target) implements Action {}

  /** A workload has so many pods from now on. */
  record Scale(Target target, int replicas) implements Action {}
}
