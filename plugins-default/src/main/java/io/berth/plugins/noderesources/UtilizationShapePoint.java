package io.berth.plugins.noderesources;

import io.berth.framework.config.ArgsReader;
import io.berth.framework.config.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * A point of the line that turns utilisation into a score.
 *
 * <p>Source: pkg/scheduler/apis/config/types_pluginargs.go (UtilizationShapePoint), v1.37.2.
 *
 * @param utilization in percent, 0 to 100
 * @param score 0 to 10
 */
public record UtilizationShapePoint(int utilization, int score) {
  /** The largest score of a point. */
  static final int MAX_SCORE = 10;

  static List<UtilizationShapePoint> read(ArgsReader reader, String field) {
    List<UtilizationShapePoint> points = new ArrayList<>();
    for (ArgsReader point : reader.objects(field)) {
      points.add(new UtilizationShapePoint(point.int32("utilization", 0), point.int32("score", 0)));
    }
    return points;
  }

  static void check(List<UtilizationShapePoint> shape, String path, Problems problems) {
    if (shape.isEmpty()) {
      problems.add(path, "at least one point is needed");
    }
    for (int i = 1; i < shape.size(); i++) {
      if (shape.get(i - 1).utilization >= shape.get(i).utilization) {
        problems.add(
            path + "[" + i + "].utilization",
            shape.get(i).utilization + " is not above the point before; sort the points by utilisation");
        break;
      }
    }
    for (int i = 0; i < shape.size(); i++) {
      UtilizationShapePoint point = shape.get(i);
      if (point.utilization < 0 || point.utilization > 100) {
        problems.add(path + "[" + i + "].utilization", point.utilization + " is not between 0 and 100");
      }
      if (point.score < 0 || point.score > MAX_SCORE) {
        problems.add(path + "[" + i + "].score", point.score + " is not between 0 and " + MAX_SCORE);
      }
    }
  }
}
