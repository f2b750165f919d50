package io.berth.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where the {@code berth} command begins. */
public final class Main {

  private Main() {}

  /** Runs the command line and ends the process with its exit status. */
  public static void main(String[] args) {
    var console =
        new Console(
            System.in, writer(FileDescriptor.out), writer(FileDescriptor.err), Boolean.getBoolean("berth.terminal"), System::nanoTime);
    System.exit(BerthCommand.execute(console, args));
  }

  private static PrintWriter writer(FileDescriptor to) {
    return new PrintWriter(new OutputStreamWriter(new ReaderGone(new FileOutputStream(to)), StandardCharsets.UTF_8), false);
  }
}
