package io.berth.app;

import io.berth.app.record.RecordCommand;
import io.berth.app.run.RunCommand;
import io.berth.app.simulate.SimulateCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code berth}: lists its commands. */
@Command(
    name = "berth",
    description = "The Kubernetes scheduler framework for Java.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = BerthCommand.Version.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0: done",
      "1: something failed that is not the input's fault",
      "2: the command line or the input cannot be used",
      "3: memory ran out; BERTH_JAVA_OPTS=-Xmx4g gives more"
    })
public final class BerthCommand implements Runnable {

  @Spec private CommandSpec spec;

  /** The version of the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = BerthCommand.class.getPackage().getImplementationVersion();
      return new String[] {"berth " + (version == null ? "(not packaged)" : version)};
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run.");
  }

  /** Runs a command line and gives its exit status. */
  public static int execute(Console console, String... args) {
    var commandLine = new CommandLine(new BerthCommand());
    commands(console, args.length == 0 ? "" : args[0]).forEach(commandLine::addSubcommand);
    commandLine.setOut(console.out());
    commandLine.setErr(console.err());
    commandLine.getSubcommands().values().forEach(command -> command.getCommandSpec().versionProvider(new Version()));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setExecutionExceptionHandler((exception, cmd, parsed) -> unexpected(exception, console.err()));
    commandLine.setParameterExceptionHandler((exception, given) -> wrongCommandLine(exception, console.err()));
    int status = commandLine.execute(args);
    if (console.out().checkError()) {
      console.err().println("berth: the output could not be written");
      status = Math.max(status, ExitCodes.FAILED);
    }
    console.err().flush();
    return status;
  }

  /** The command that is asked for; all of them when none is, or one that there is not. Reading annotations takes its time. */
  private static List<Object> commands(Console console, String asked) {
    return switch (asked) {
      case "simulate" -> List.of(new SimulateCommand(console));
      case "record" -> List.of(new RecordCommand(console));
      case "run" -> List.of(new RunCommand(console));
      default -> List.of(new SimulateCommand(console), new RecordCommand(console), new RunCommand(console));
    };
  }

  private static int wrongCommandLine(ParameterException exception, PrintWriter err) {
    CommandLine command = exception.getCommandLine();
    err.println(told(exception));
    if (command.getSubcommands().isEmpty()) {
      err.println("See " + command.getCommandSpec().qualifiedName() + " --help.");
    } else {
      command.usage(err);
    }
    return ExitCodes.UNUSABLE;
  }

  private static String told(ParameterException exception) {
    boolean named = exception instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption();
    return named && !exception.getCommandLine().getSubcommands().isEmpty()
        ? "There is no command " + ((UnmatchedArgumentException) exception).getUnmatched().get(0) + "."
        : exception.getMessage();
  }

  /** A fault of ours; the trace is for those who asked for it. */
  private static int unexpected(Exception exception, PrintWriter err) {
    err.println("berth: failed unexpectedly: " + exception);
    if (Boolean.getBoolean("berth.debug")) {
      exception.printStackTrace(err);
    } else {
      err.println("berth: this is a fault in Berth; BERTH_DEBUG=1 shows where it happened");
    }
    return ExitCodes.FAILED;
  }
}
