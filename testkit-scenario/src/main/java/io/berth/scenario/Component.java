package io.berth.scenario;

/** Who works on the cluster of a {@link World}, each with watches of its own. */
public enum Component {
  SCHEDULER,
  KUBELETS,
  CONTROLLERS
}
