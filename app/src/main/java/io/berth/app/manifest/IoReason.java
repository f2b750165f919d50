package io.berth.app.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why a file could not be read or written, in the words of the user rather than of the Java library. */
public final class IoReason {

  private IoReason() {}

  /** For instance {@code no permission for dir/secret}. */
  public static String of(Exception e) {
    Throwable cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
    if (cause instanceof AccessDeniedException denied) {
      return "no permission for " + denied.getFile();
    } else if (cause instanceof NoSuchFileException missing) {
      return missing.getFile() + " does not exist";
    } else if (cause instanceof FileSystemLoopException loop) {
      return loop.getFile() + " leads back to a directory above it";
    } else if (cause instanceof FileSystemException other) {
      return other.getFile() + ": " + orElse(other.getReason(), "input or output error");
    }
    return orElse(cause.getMessage(), "input or output error");
  }

  /** Why a file, which has been named already, could not be written. */
  public static String ofWriting(Path file, Exception e) {
    Throwable cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
    if (cause instanceof AccessDeniedException) {
      return "no permission";
    } else if (cause instanceof NoSuchFileException) {
      return "there is no folder " + file.toAbsolutePath().getParent();
    } else if (cause instanceof FileSystemException other) {
      return orElse(other.getReason(), "input or output error");
    }
    return orElse(cause.getMessage(), "input or output error");
  }

  /**
   * Why a file, which has been named already, cannot or must not be written, as far as that can be seen before; {@code null} if nothing is.
   *
   * @param read names of what is read, which is not to be lost
   */
  public static @Nullable String againstWriting(Path file, List<String> read) {
    String reason = againstWriting(file);
    return reason == null && read.stream().anyMatch(name -> isFile(name, file)) ? "it is read as well" : reason;
  }

  private static @Nullable String againstWriting(Path file) {
    if (Files.isDirectory(file)) {
      return "Is a directory";
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.exists(folder)) {
      return "there is no folder " + folder;
    }
    if (!Files.isDirectory(folder)) {
      return folder + " is no folder";
    }
    return Files.isWritable(Files.exists(file) ? file : folder) ? null : "no permission";
  }

  /** Whether the name, as a user gave it, stands for this file. */
  private static boolean isFile(String name, Path file) {
    try {
      return Files.exists(file) && Files.exists(Path.of(name)) && Files.isSameFile(file, Path.of(name));
    } catch (InvalidPathException | IOException e) {
      return false; // then reading it will tell
    }
  }

  private static String orElse(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }
}
