package io.berth.app;

/** What the {@code berth} command's exit status says. */
public final class ExitCodes {

  /** The command did what it was asked; for {@code simulate} also when pods stay pending. */
  public static final int OK = 0;

  /** Something failed that is not the input's fault. */
  public static final int FAILED = 1;

  /** The command line or the input cannot be used; what is wrong is on standard error. */
  public static final int UNUSABLE = 2;

  private ExitCodes() {}
}
