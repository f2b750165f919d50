package io.berth.conformance.histories;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random nodes and pods out of a world that is small and crowded, so that they have to do with each other. */
final class RandomSpecs {
  private static final String[] EFFECTS = {"NoSchedule", "NoExecute", "PreferNoSchedule"};
  private static final String[] TEAMS = {"red", "blue"};

  private final RandomGenerator random;
  private final boolean slow;
  private final boolean flushes;

  /**
   * Draws from this chance.
   *
   * @param flushes whether rules may be drawn whose fulfilment no event tells of
   */
  RandomSpecs(RandomGenerator random, boolean slow, boolean flushes) {
    this.random = random;
    this.slow = slow;
    this.flushes = flushes;
  }

  NodeSpec node(String name) {
    return new NodeSpec(name, nodeSize(), place(), 0);
  }

  NodeSpec.Size nodeSize() {
    return new NodeSpec.Size(
        random.nextInt(1, 9) * 500,
        random.nextInt(1, 9) * 1024,
        chance(30) ? random.nextInt(1, 5) : 0,
        chance(80) ? 110 : random.nextInt(1, 8));
  }

  private NodeSpec.Place place() {
    return new NodeSpec.Place(
        chance(90) ? zone() : "", chance(40) ? disk() : "", chance(15) ? taint() : "", chance(5));
  }

  /** The node, changed in one way. */
  NodeSpec changed(NodeSpec node) {
    NodeSpec.Place place = node.place();
    return switch (random.nextInt(7)) {
      case 0, 1 -> node.with(nodeSize());
      case 2 -> node.with(new NodeSpec.Place(chance(85) ? zone() : "", place.disk(), place.taint(), place.cordoned()));
      case 3 -> node.with(new NodeSpec.Place(place.zone(), place.disk().isEmpty() ? disk() : "", place.taint(), place.cordoned()));
      case 4 -> node.with(new NodeSpec.Place(place.zone(), place.disk(), place.taint().isEmpty() ? taint() : "", place.cordoned()));
      case 5 -> node.with(new NodeSpec.Place(place.zone(), place.disk(), place.taint(), !place.cordoned()));
      default -> node.beating();
    };
  }

  PodSpec pod(String name) {
    return new PodSpec(name, app(), podSize(), chance(60) ? rules() : PodSpec.Rules.NONE, life(), List.of());
  }

  PodSpec.Size podSize() {
    return new PodSpec.Size(
        chance(85) ? random.nextInt(1, 9) * 250 : 0,
        chance(50) ? random.nextInt(1, 9) * 256 : 0,
        chance(10) ? random.nextInt(1, 3) : 0,
        chance(12) ? 8080 + random.nextInt(2) : 0);
  }

  private PodSpec.Rules rules() {
    List<PodSpec.Near> near = new ArrayList<>();
    while (near.size() < 2 && chance(35)) {
      near.add(near());
    }
    List<PodSpec.Spread> spread = new ArrayList<>();
    while (spread.size() < 2 && chance(35)) {
      spread.add(
          new PodSpec.Spread(random.nextInt(1, 3), chance(75), app(), chance(60) ? NodeSpec.ZONE : NodeSpec.HOST, chance(20)));
    }
    String tolerates = chance(25) ? (chance(30) ? "*" : "t" + random.nextInt(2)) : "";
    return new PodSpec.Rules(tolerates, chance(12) ? disk() : "", chance(12) ? zone() : "", near, spread);
  }

  private PodSpec.Near near() {
    String namespaces = "";
    if (chance(25)) {
      namespaces = flushes && chance(60) ? team() : chance(50) ? "*" : "name:" + namespace();
    }
    return new PodSpec.Near(chance(55), chance(80), app(), chance(50) ? NodeSpec.ZONE : NodeSpec.HOST, namespaces);
  }

  private PodSpec.Life life() {
    return new PodSpec.Life(
        chance(85) ? "default" : HistoryGenerator.OTHER_NAMESPACE,
        chance(60) ? 0 : random.nextInt(1, 4) * 10,
        chance(8),
        chance(95) ? PodSpec.OURS : "other-scheduler",
        chance(50) ? 0 : random.nextInt(1, 6),
        chance(15) ? random.nextInt(1, 20) : 0,
        slow && chance(60) ? held() : "");
  }

  private String held() {
    List<String> words = new ArrayList<>();
    if (chance(50)) {
      words.add(
          switch (random.nextInt(4)) {
            case 0 -> "reject:" + random.nextInt(3);
            case 1 -> "timeout:" + random.nextInt(1, 3);
            case 2 -> "no";
            default -> "wait:" + random.nextInt(4);
          });
    }
    if (chance(40)) {
      words.add((chance(60) ? "prebind:" : "prebindfails:") + random.nextInt(4));
    }
    if (chance(40)) {
      words.add("think:" + random.nextInt(3));
    }
    if (chance(25)) {
      words.add("nominate:n" + random.nextInt(4));
    }
    return String.join(" ", words);
  }

  String app() {
    return "a" + random.nextInt(3);
  }

  String team() {
    return TEAMS[random.nextInt(TEAMS.length)];
  }

  String namespace() {
    return chance(50) ? "default" : HistoryGenerator.OTHER_NAMESPACE;
  }

  private String zone() {
    return "z" + random.nextInt(3);
  }

  private String disk() {
    return chance(50) ? "ssd" : "hdd";
  }

  private String taint() {
    return "t" + random.nextInt(2) + ":" + EFFECTS[random.nextInt(EFFECTS.length)];
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
