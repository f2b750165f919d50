package io.berth.app.manifest;

import java.io.IOException;
import java.io.InputStream;

/**
 * One file (or standard input) to read.
 *
 * @param name as the user named it; problems name it so
 * @param size in bytes; 0 when it is not known
 * @param named whether the user named the file itself, rather than a directory above it: then it must hold something
 * @param opener opens it; called once
 */
public record Source(String name, long size, boolean named, Opener opener) {

  /** Opens a source. */
  @FunctionalInterface
  public interface Opener {
    /** Opens it; the caller closes the stream. */
    InputStream open() throws IOException;
  }
}
