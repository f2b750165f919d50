package io.berth.framework;

/** The extension points of a pod's way, in the order in which they are run. Names as in upstream's configuration and metrics. */
public enum ExtensionPoint {
  PRE_ENQUEUE("PreEnqueue", PreEnqueuePlugin.class),
  QUEUE_SORT("QueueSort", QueueSortPlugin.class),
  PRE_FILTER("PreFilter", PreFilterPlugin.class),
  FILTER("Filter", FilterPlugin.class),
  POST_FILTER("PostFilter", PostFilterPlugin.class),
  PRE_SCORE("PreScore", PreScorePlugin.class),
  SCORE("Score", ScorePlugin.class),
  RESERVE("Reserve", ReservePlugin.class),
  PERMIT("Permit", PermitPlugin.class),
  PRE_BIND("PreBind", PreBindPlugin.class),
  BIND("Bind", BindPlugin.class),
  POST_BIND("PostBind", PostBindPlugin.class);

  private final String text;
  private final Class<? extends Plugin> type;

  ExtensionPoint(String text, Class<? extends Plugin> type) {
    this.text = text;
    this.type = type;
  }

  /** The interface that a plugin implements to be run at this point. */
  public Class<? extends Plugin> type() {
    return type;
  }

  /** Upstream's spelling. */
  @Override
  public String toString() {
    return text;
  }
}
