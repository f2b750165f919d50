package io.berth.app;

import java.io.IOException;
import java.io.OutputStream;

/** Output that ends without a word when whoever reads it has seen enough, as {@code head} does. Every other failure is one. */
final class ReaderGone extends OutputStream {

  private static final String BROKEN_PIPE = "Broken pipe";

  private final OutputStream out;
  private boolean gone;

  ReaderGone(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (gone) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      if (!BROKEN_PIPE.equals(e.getMessage())) {
        throw e;
      }
      gone = true;
    }
  }

  @Override
  public void flush() throws IOException {
    if (!gone) {
      out.flush();
    }
  }
}
