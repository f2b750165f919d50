package io.berth.conformance.histories;

import java.util.ArrayList;
import java.util.List;

/**
 * A pod of a history.
 *
 * @param app its only label
 * @param size what it asks for
 * @param rules where it may go
 * @param life how it comes and goes
 * @param traits what themes give it
 */
public record PodSpec(String name, String app, Size size, Rules rules, Life life, List<PodTrait> traits) {
  static final String OURS = "default-scheduler";

  /** Copies the list. */
  public PodSpec {
    traits = List.copyOf(traits);
  }

  /**
   * What it asks for.
   *
   * @param port of the host, 0 for none
   */
  public record Size(int milliCpu, int memoryMi, int gpus, int port) {}

  /**
   * Where it may go.
   *
   * @param tolerates the value of taint {@code dedicated} that it bears, {@code *} for every taint, empty for none
   * @param disk the label that its node must have, empty for any
   * @param zone the zone that its node must be in, empty for any
   */
  public record Rules(String tolerates, String disk, String zone, List<Near> near, List<Spread> spread) {
    public static final Rules NONE = new Rules("", "", "", List.of(), List.of());
  }

  /**
   * To be near other pods, or away from them.
   *
   * @param required whether it must
   * @param topology the label of what counts as one place
   * @param namespaces empty for the pod's own, {@code *} for all, {@code name:x} for namespace x, else those labelled {@code team} so
   */
  public record Near(boolean away, boolean required, String app, String topology, String namespaces) {}

  /**
   * To be spread.
   *
   * @param required whether it must
   * @param honorTaints whether nodes that it does not tolerate are left out
   */
  public record Spread(int maxSkew, boolean required, String app, String topology, boolean honorTaints) {}

  /**
   * How it comes and goes.
   *
   * @param scheduler who is to place it
   * @param graceSeconds how long it may take to end
   * @param runSeconds after which it succeeds, 0 for never
   * @param held what the slow plugins do with it, see {@link SlowPlugins}; empty for nothing
   */
  public record Life(String namespace, int priority, boolean gated, String scheduler, int graceSeconds, int runSeconds, String held) {
    static final Life PLAIN = new Life("default", 0, false, OURS, 0, 0, "");
  }

  /** The same of another size. */
  public PodSpec with(Size other) {
    return new PodSpec(name, app, other, rules, life, traits);
  }

  /** The same with other rules. */
  public PodSpec with(Rules other) {
    return new PodSpec(name, app, size, other, life, traits);
  }

  /** The same with another life. */
  public PodSpec with(Life other) {
    return new PodSpec(name, app, size, rules, other, traits);
  }

  /** The same with other traits. */
  public PodSpec with(List<PodTrait> other) {
    return new PodSpec(name, app, size, rules, life, other);
  }

  /** The same with one more trait. */
  public PodSpec plus(PodTrait trait) {
    List<PodTrait> more = new ArrayList<>(traits);
    more.add(trait);
    return with(more);
  }

  boolean isOurs() {
    return life.scheduler.equals(OURS);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    NodeSpec.append(text, "app", app);
    NodeSpec.append(text, "cpu", size.milliCpu == 0 ? "" : size.milliCpu + "m");
    NodeSpec.append(text, "memory", size.memoryMi == 0 ? "" : size.memoryMi + "Mi");
    NodeSpec.append(text, "gpus", number(size.gpus));
    NodeSpec.append(text, "port", number(size.port));
    NodeSpec.append(text, "tolerates", rules.tolerates);
    NodeSpec.append(text, "disk", rules.disk);
    NodeSpec.append(text, "zone", rules.zone);
    rules.near.forEach(near -> text.append(' ').append(near));
    rules.spread.forEach(spread -> text.append(' ').append(spread));
    NodeSpec.append(text, "namespace", life.namespace.equals("default") ? "" : life.namespace);
    NodeSpec.append(text, "priority", number(life.priority));
    NodeSpec.append(text, "gated", life.gated ? "yes" : "");
    NodeSpec.append(text, "scheduler", isOurs() ? "" : life.scheduler);
    NodeSpec.append(text, "grace", number(life.graceSeconds));
    NodeSpec.append(text, "runs", number(life.runSeconds));
    NodeSpec.append(text, "held", life.held);
    traits.forEach(trait -> text.append(' ').append(trait));
    return text.toString();
  }

  private static String number(int value) {
    return value == 0 ? "" : Integer.toString(value);
  }
}
