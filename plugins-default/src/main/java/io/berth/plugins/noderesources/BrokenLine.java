package io.berth.plugins.noderesources;

import io.berth.framework.ScorePlugin;
import java.util.List;

/**
 * A function made of straight segments, level outside of its points; whole numbers, rounded towards zero.
 *
 * <p>Source: pkg/scheduler/framework/plugins/helper/shape_score.go, v1.37.2.
 */
final class BrokenLine {
  private final long[] xs;
  private final long[] ys;

  private BrokenLine(long[] xs, long[] ys) {
    this.xs = xs;
    this.ys = ys;
  }

  /** The line through points whose scores, 0 to 10, are stretched to 0 to 100. */
  static BrokenLine of(List<UtilizationShapePoint> shape) {
    long stretch = ScorePlugin.MAX_NODE_SCORE / UtilizationShapePoint.MAX_SCORE;
    return new BrokenLine(
        shape.stream().mapToLong(UtilizationShapePoint::utilization).toArray(),
        shape.stream().mapToLong(point -> point.score() * stretch).toArray());
  }

  long at(long x) {
    for (int i = 0; i < xs.length; i++) {
      if (x <= xs[i]) {
        return i == 0 ? ys[0] : ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
      }
    }
    return ys[ys.length - 1];
  }
}
