package io.berth.framework;

import java.util.ArrayList;
import java.util.List;

/**
 * Where those who know tell those who remember: that Filter may say something else about a node now, for a reason that the node's {@link
 * io.berth.framework.model.NodeInfo} does not show. The scheduler tells it of nominated pods; plugins tell it of what only they know, see
 * {@link FilterPlugin#filterSignature}.
 *
 * <p>For the scheduler's own thread. One for all profiles of a scheduler.
 */
public final class NodeChanges {
  private final List<Listener> listeners = new ArrayList<>();

  /** Remembers what was said of nodes, and forgets it. */
  public interface Listener {
    /** What was said of this node is out of date. */
    void changed(String node);

    /** What was said of any node is out of date. */
    void allChanged();
  }

  /** From now on the listener hears of all changes. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** Filter may say something else about this node. */
  public void changed(String node) {
    for (int i = 0; i < listeners.size(); i++) {
      listeners.get(i).changed(node);
    }
  }

  /** Filter may say something else about every node. */
  public void allChanged() {
    for (int i = 0; i < listeners.size(); i++) {
      listeners.get(i).allChanged();
    }
  }
}
