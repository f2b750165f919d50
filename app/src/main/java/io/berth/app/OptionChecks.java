package io.berth.app;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Options of which some values, or some company, are refused. */
public final class OptionChecks {

  private OptionChecks() {}

  /**
   * Refuses options that would have no effect.
   *
   * @param given whether what they go with is given
   * @param what names it
   * @throws ParameterException naming the first such option
   */
  public static void refuseUnless(boolean given, String what, CommandSpec command, List<String> options) {
    for (String option : options) {
      if (!given && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(command.commandLine(), option + " has no effect without " + what + ".");
      }
    }
  }

  /**
   * Refuses names that are empty, which would otherwise stand for the folder that the command runs in.
   *
   * @throws ParameterException naming the option
   */
  public static void refuseEmpty(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      Object value = option.getValue();
      if (value instanceof Path file && file.toString().isEmpty() && command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(command.commandLine(), option.longestName() + " is empty; name a file.");
      }
    }
  }
}
