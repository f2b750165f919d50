package io.berth.app.simulate;

import io.berth.app.BerthCommand;
import io.berth.app.Console;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** What a command line wrote, and its exit status. */
record Ran(int status, String out, String err) {

  static Ran berth(String... args) {
    return on(InputStream.nullInputStream(), false, args);
  }

  static Ran withStdin(String stdin, String... args) {
    return on(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)), false, args);
  }

  static Ran on(InputStream stdin, boolean terminal, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    long[] clock = {0};
    var console = new Console(stdin, new PrintWriter(out), new PrintWriter(err), terminal, () -> clock[0] += 1_000_000_000L);
    int status = BerthCommand.execute(console, args);
    return new Ran(status, out.toString(), err.toString());
  }
}
