package io.berth.app;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Options that name files. */
public final class PathOptions {

  private PathOptions() {}

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
