package io.berth.app.config;

import io.berth.framework.FeatureGates;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option that switches features on and off, as kube-scheduler has it. */
public final class FeatureGatesOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=true|false",
      split = ",",
      description = "Features to switch on or off, with upstream's names; for example DRAPreemption=true.")
  private Map<String, Boolean> byName = new LinkedHashMap<>();

  /** For picocli. */
  public FeatureGatesOption() {}

  /** The gates. */
  public FeatureGates gates() {
    try {
      return FeatureGates.of(byName);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--feature-gates: " + e.getMessage() + ".");
    }
  }
}
