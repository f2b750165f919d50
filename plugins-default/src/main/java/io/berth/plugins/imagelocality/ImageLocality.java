package io.berth.plugins.imagelocality;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.PreScorePlugin;
import io.berth.framework.ScorePlugin;
import io.berth.framework.StateKey;
import io.berth.framework.Status;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;

/**
 * Favours nodes that have the pod's images already, by their size, and the more so the more nodes have them: an image on few nodes
 * must not draw all pods there.
 *
 * <p>Upstream has no PreScore here; this one looks up once a cycle which of the images are on any node, and changes no score.
 *
 * <p>Source: pkg/scheduler/framework/plugins/imagelocality/image_locality.go, v1.37.2.
 */
public final class ImageLocality implements PreScorePlugin, ScorePlugin {
  /** The plugin's name. */
  public static final String NAME = "ImageLocality";

  private static final StateKey<WantedImages> PRE_SCORE = StateKey.of("PreScore" + NAME);
  private static final long MIB = 1024 * 1024;
  private static final long MIN_SIZE = 23 * MIB;
  private static final long MAX_SIZE_OF_IMAGE = 1000 * MIB;

  private final Handle handle;

  /** Made by the profile's factory. */
  public ImageLocality(Handle handle) {
    this.handle = handle;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Status preScore(CycleState state, PodInfo pod, List<NodeInfo> nodes) {
    state.write(PRE_SCORE, WantedImages.of(pod, handle.snapshot()));
    return Status.SUCCESS;
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    WantedImages wanted = state.find(PRE_SCORE);
    if (wanted == null) {
      wanted = WantedImages.of(pod, handle.snapshot());
    }
    return score(wanted.sizeOn(node), wanted.count());
  }

  /** The sum, held between the thresholds and stretched to 0 to 100. */
  static long score(long sum, int images) {
    long max = MAX_SIZE_OF_IMAGE * images;
    long held = sum < MIN_SIZE ? MIN_SIZE : Math.min(sum, max);
    return MAX_NODE_SCORE * (held - MIN_SIZE) / (max - MIN_SIZE);
  }
}
