package io.berth.plugins.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.NodeInfo;
import io.berth.testkit.Fixtures;
import org.junit.jupiter.api.Test;

class NodeTableTest {
  private final NodeTable table = new NodeTable();

  private static NodeInfo node(String name, String zone) {
    return Fixtures.node(name).label("zone", zone).info();
  }

  @Test
  void aNodeIsKnownByItsObjectWhateverPodsItHas() {
    NodeInfo node = node("n", "z1");
    int id = table.add(node);
    NodeInfo withPod = node.withPod(Fixtures.pod("p").info());

    assertThat(table.find(node)).isEqualTo(id);
    assertThat(table.find(withPod)).isEqualTo(id);
    assertThat(table.isCurrent(id, node)).isTrue();
    assertThat(table.isCurrent(id, withPod)).isFalse();
    assertThat(table.find(node("n", "z1"))).isEqualTo(NodeTable.FOREIGN);
    assertThat(table.find(NodeInfo.missing("n"))).isEqualTo(NodeTable.FOREIGN);
    assertThat(table.find("n")).isEqualTo(id);
  }

  @Test
  void nodesAreFoundInAnyOrderAndAfterOthersHaveTakenTheirNumber() {
    NodeInfo[] nodes = {node("n0", "z1"), node("n1", "z1"), node("n2", "z1"), node("n3", "z1")};
    int[] ids = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      ids[i] = table.add(nodes[i]);
    }
    for (int i : new int[] {0, 1, 2, 3, 0, 1, 3, 2, 1, 0, 0, 2, 1, 3}) {
      assertThat(table.find(nodes[i])).isEqualTo(ids[i]);
    }
    table.find(nodes[0]);
    table.remove(ids[2]);
    NodeInfo successor = node("n4", "z1");
    assertThat(table.add(successor)).isEqualTo(ids[2]);
    table.find(nodes[0]);
    assertThat(table.find(nodes[2])).isEqualTo(NodeTable.FOREIGN);
    assertThat(table.find(successor)).isEqualTo(ids[2]);
  }

  @Test
  void valuesFollowTheLabels() {
    int first = table.add(node("n1", "z1"));
    int second = table.add(node("n2", "z2"));
    TopologyKey zone = table.acquire("zone");
    assertThat(zone.valueOf(first)).isEqualTo(zone.idOf("z1"));

    table.replace(first, node("n1", "z2"));

    assertThat(zone.valueOf(first)).isEqualTo(zone.valueOf(second)).isEqualTo(zone.idOf("z2"));
    assertThat(zone.idOf("z1")).isEqualTo(TopologyKey.UNKNOWN);
    table.replace(first, Fixtures.node("n1").info());
    assertThat(zone.valueOf(first)).isEqualTo(TopologyKey.ABSENT);
  }

  @Test
  void numbersOfNodesAndValuesThatAreGoneAreGivenAgain() {
    TopologyKey zone = table.acquire("zone");
    int first = table.add(node("n1", "z1"));
    int value = zone.valueOf(first);
    table.remove(first);

    int second = table.add(node("n2", "z2"));

    assertThat(second).isEqualTo(first);
    assertThat(zone.valueOf(second)).isEqualTo(value);
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void theEmptyValueAlwaysHasItsOwnNumber() {
    int id = table.add(node("n", ""));
    TopologyKey zone = table.acquire("zone");
    assertThat(zone.valueOf(id)).isEqualTo(TopologyKey.EMPTY_VALUE);
    table.remove(id);
    assertThat(zone.idOf("")).isEqualTo(TopologyKey.EMPTY_VALUE);
  }

  @Test
  void aKeyIsSharedAndFollowsAsLongAsSomebodyUsesIt() {
    TopologyKey zone = table.acquire("zone");
    assertThat(table.acquire("zone")).isSameAs(zone);
    table.release(zone);
    assertThat(table.acquire("zone")).isSameAs(zone);
    table.release(zone);
    table.release(zone);
    assertThat(table.acquire("zone")).isNotSameAs(zone);
  }

  @Test
  void aForeignNodeHasTheValueOfItsLabel() {
    table.add(node("n", "z1"));
    TopologyKey zone = table.acquire("zone");

    assertThat(zone.valueOf(NodeTable.FOREIGN, node("x", "z1"))).isEqualTo(zone.idOf("z1"));
    assertThat(zone.valueOf(NodeTable.FOREIGN, node("x", "z9"))).isEqualTo(TopologyKey.UNKNOWN);
    assertThat(zone.valueOf(NodeTable.FOREIGN, Fixtures.node("x").info())).isEqualTo(TopologyKey.ABSENT);
  }
}
