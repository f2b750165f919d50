package io.berth.app.config;

import io.berth.framework.FeatureGates;
import java.util.List;
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
      paramLabel = "NAME=true|false,...",
      description =
          "Features to switch on or off, with upstream's names; for example DRAPreemption=true. AllAlpha and AllBeta stand for all of their"
              + " kind that are not named. May be given several times.")
  private List<String> given = List.of();

  /** For picocli. */
  public FeatureGatesOption() {}

  /** The gates. */
  public FeatureGates gates() {
    try {
      return FeatureGates.parse(String.join(",", given));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--feature-gates: " + e.getMessage() + ".");
    }
  }
}
