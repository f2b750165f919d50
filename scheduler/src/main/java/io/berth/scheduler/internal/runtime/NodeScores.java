package io.berth.scheduler.internal.runtime;

import io.berth.framework.Status;

/**
 * The scores of one cycle. The arrays belong to the runner and are valid until its next call.
 *
 * @param status success, or an error, and then nothing else counts
 * @param total each node's weighted sum
 * @param raw plugin by plugin, each node's score as the plugin gave it; only kept when asked for
 * @param normalized plugin by plugin, each node's score from 0 to 100
 * @param plugins the index of each row's plugin in the list of all score plugins
 */
public record NodeScores(Status status, long[] total, long[][] raw, long[][] normalized, int[] plugins) {
  private static final long[] NONE = new long[0];

  static NodeScores failed(Status status) {
    return new NodeScores(status, NONE, new long[0][], new long[0][], new int[0]);
  }
}
