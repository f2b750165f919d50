package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import java.util.List;

/** What a theme adds to the making of one history. */
public interface ThemeDraft {
  /** The other themes of the history. Called first of all. */
  default void meet(List<Theme> others) {}

  /** How large histories are. Several themes narrow one after the other. */
  default Sizes narrow(Sizes sizes) {
    return sizes;
  }

  /**
   * What there is before the scheduler is started for the first time.
   *
   * @param there the nodes that there are; no pods yet
   */
  default List<Action> opening(Names there) {
    return List.of();
  }

  /** A pod that is about to come, with what the theme gives it. */
  default PodSpec pod(PodSpec pod) {
    return pod;
  }

  /** Of 100 steps so many are about the theme. */
  int share();

  /** Whether the history is about this theme before all, so that little else happens. */
  default boolean isAlone() {
    return false;
  }

  /** The next thing that happens. */
  Action next(Names there);

  /** More kinds of objects whose watches may go wrong, each as likely as the others. */
  default List<ResourceKind<?>> kinds() {
    return List.of();
  }

  /**
   * How large histories are.
   *
   * @param nodes at most, at least 2
   * @param fewestPods that come
   * @param mostPods that come
   */
  record Sizes(int nodes, int fewestPods, int mostPods) {}

  /** Which nodes and pods there may be; what has ended by itself is not left out. */
  record Names(List<String> nodes, List<String> pods) {
    /** Copies the lists. */
    public Names {
      nodes = List.copyOf(nodes);
      pods = List.copyOf(pods);
    }
  }
}
