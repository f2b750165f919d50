package io.berth.app.run;

/** Lets log lines begin with the time of day, for commands that follow a real cluster. */
public final class LogTimes {
  private static final String FORMAT = "org.slf4j.simpleLogger.dateTimeFormat";

  private LogTimes() {}

  /** To be called before anything is logged; what the user has set stays. */
  public static void show() {
    if (System.getProperty(FORMAT) == null) {
      System.setProperty(FORMAT, "HH:mm:ss");
    }
  }
}
