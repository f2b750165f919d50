package io.berth.app.page;

import io.berth.app.timeline.Moment;
import io.berth.scheduler.Explanation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * What every plugin said in each pod's cycles. In a large cluster, or when there have been very many cycles, only a pod's last is kept, and
 * the best nodes and the one that was chosen; of the others it is counted which said what. To ask every plugin about every node takes time,
 * so there is a limit: once so many nodes have been asked about, of the cycles that found a node only every so many-th is explained, and
 * likewise of those that found none, of which there may be more; a pod that still waits at the end is explained in any case, while they
 * are not too many. Not thread-safe.
 */
public final class Explanations {

  /** Up to so many nodes all are kept. */
  static final int ALL_NODES = 60;

  /** Once so many nodes are kept for all pods together, each further cycle takes the place of its pod's last. */
  static final int ALL_CYCLES = 60_000;

  /** For so many nodes plugins are asked before cycles are left out, and each time when half of them are. */
  static final int NODES_AT_A_TIME = 1_000_000;

  /**
   * A pod's.
   *
   * @param cycle its attempt; 0 for a pod that is explained as it waits at the end
   * @param nodes how many nodes there were
   * @param rows those that are kept, the best first
   * @param groups of all nodes, those with the same verdicts together
   */
  record Explained(int cycle, String message, int nodes, List<Row> rows, List<Group> groups) {}

  /** A node: its verdicts, scores and total. */
  record Row(String node, int verdicts, int scores, long total) {}

  /** Nodes with the same verdicts. */
  record Group(int verdicts, int count, List<String> samples) {}

  /** How many cycles there were, and how many of them are explained. */
  record Coverage(long cycles, long explained) {}

  /** What was said of so many nodes may wait for the end of its cycle; beyond that the chosen node may be missing among the best. */
  static final int NODES_UNDER_WAY = 50_000;

  final ExplanationTexts texts = new ExplanationTexts();
  private final IntFunction<Optional<Explanation>> asked;
  private final Thinning placed = new Thinning(this::thinOut);
  private final Thinning failed = new Thinning(every -> {});
  private final Map<Integer, List<Explained>> explained = new TreeMap<>();
  private final Map<Integer, Integer> cycles = new HashMap<>();
  private final Set<Integer> waiting = new TreeSet<>();

  /** By pod, cycles whose end is not known yet. */
  private final Map<Integer, Open> open = new LinkedHashMap<>();

  /** Pods whose last explanation is of a cycle that found a node, with that cycle's number among all. */
  private final Map<Integer, Long> thinnable = new TreeMap<>();

  private int nodes;
  private int kept;

  private record Open(long number, Explanation explanation) {}

  /** Explanations by one who knows what plugins say of the pod with an index, now. */
  public Explanations(IntFunction<Optional<Explanation>> asked) {
    this.asked = asked;
  }

  /** None: nobody is asked. */
  static Explanations none() {
    return new Explanations(pod -> Optional.empty());
  }

  /**
   * To be told of each moment when it comes.
   *
   * @param node the moment's, empty if it has none
   */
  public void hear(Moment moment, String node) {
    int subject = moment.subject();
    switch (moment.what()) {
      case NODE_JOINED -> nodes++;
      case NODE_LEFT -> nodes--;
      case CYCLE -> begin(subject, moment.number());
      case BOUND -> {
        waiting.remove(subject);
        finish(subject, node);
      }
      case POD_GONE, ENDED -> waiting.remove(subject);
      case REJECTED, ERROR -> fail(subject);
      default -> {
        // says nothing of a cycle
      }
    }
  }

  private void begin(int subject, int number) {
    if (subject < 0) {
      return;
    }
    finish(subject, "");
    cycles.put(subject, number);
    waiting.add(subject);
    if (placed.takesNext(most())) {
      if (open.size() >= Math.max(2, NODES_UNDER_WAY / Math.max(1, nodes))) {
        finish(open.keySet().iterator().next(), "");
      }
      asked.apply(subject).ifPresent(explanation -> open.put(subject, new Open(placed.number(), explanation)));
    }
  }

  /** What finds no node is what people ask about. */
  private void fail(int subject) {
    if (subject < 0) {
      return;
    }
    if (open.containsKey(subject)) {
      finish(subject, "");
    } else if (failed.takesNext(most())) {
      asked.apply(subject).ifPresent(explanation -> keep(subject, explanation, ""));
    }
    thinnable.remove(subject);
  }

  private long most() {
    return Math.max(20, NODES_AT_A_TIME / Math.max(1, nodes));
  }

  /** The run is over: pods that still wait and were left out so far are explained as they are now. */
  public void end() {
    finishAll();
    long left = most();
    for (int subject : waiting) {
      if (left > 0 && !explained.containsKey(subject)) {
        left--;
        cycles.put(subject, 0);
        asked.apply(subject).ifPresent(explanation -> keep(subject, explanation, ""));
      }
    }
  }

  /** All of them, by the pod's index, a pod's in their order. */
  Map<Integer, List<Explained>> all() {
    finishAll();
    return explained;
  }

  Coverage coverage() {
    return new Coverage(placed.seen(), all().values().stream().mapToLong(List::size).sum());
  }

  private void finishAll() {
    List.copyOf(open.keySet()).forEach(subject -> finish(subject, ""));
  }

  private void finish(int subject, String chosen) {
    Open done = open.remove(subject);
    if (done != null) {
      keep(subject, done.explanation, chosen);
      thinnable.put(subject, done.number);
    }
  }

  private void keep(int subject, Explanation explanation, String chosen) {
    List<Explained> all = explained.computeIfAbsent(subject, p -> new ArrayList<>());
    Explained latest = texts.compact(explanation, cycles.getOrDefault(subject, 0), chosen);
    if (latest.nodes > ALL_NODES || kept > ALL_CYCLES) {
      all.clear();
    }
    all.add(latest);
    kept += latest.rows.size();
  }

  /** Of each pod that is left out the cycle that found its node goes; what failed before stays. */
  private void thinOut(long every) {
    thinnable.entrySet().removeIf(entry -> {
      boolean out = entry.getValue() % every != 0;
      List<Explained> all = explained.getOrDefault(entry.getKey(), List.of());
      if (out && all.size() > 1) {
        all.remove(all.size() - 1);
      } else if (out) {
        explained.remove(entry.getKey());
      }
      return out;
    });
  }
}
