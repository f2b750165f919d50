package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class InventoryTest {

  private final Problems problems = new Problems();
  private final Inventory inventory = new Inventory(problems);

  private void read(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    new ManifestReader(inventory, problems, (s, b, o) -> {})
        .read(List.of(new Source(name, bytes.length, true, () -> new ByteArrayInputStream(bytes))));
  }

  private List<String> subjects() {
    return inventory.manifests().stream().map(Manifest::subject).toList();
  }

  @Test
  void aDuplicateIsToldWithBothPlaces() {
    read("a.yaml", ManifestReaderTest.pod("web"));
    read("b.yaml", "---\n" + ManifestReaderTest.pod("other") + "---\n" + ManifestReaderTest.pod("web"));
    read("c.yaml", "{apiVersion: v1, kind: Node, metadata: {name: web}}");
    assertThat(problems.errors())
        .containsExactly("b.yaml:10: document 2: Pod default/web: is a duplicate of a.yaml:1: document 1; remove or rename one of them");
    assertThat(subjects()).containsExactly("Pod default/web", "Pod default/other", "Node web");
  }

  @Test
  void aDuplicateOfAnObjectThatCannotBeUsedIsToldAsWell() {
    read("a.yaml", ManifestReaderTest.pod("web") + "  priority: x\n---\n" + ManifestReaderTest.pod("web"));
    assertThat(problems.errors())
        .hasSize(2)
        .last()
        .isEqualTo("a.yaml:10: document 2: Pod default/web: is a duplicate of a.yaml:1: document 1; remove or rename one of them");
    assertThat(subjects()).isEmpty();
  }

  @Test
  void theSameObjectInTwoDumpsIsReadOnce() {
    String dump = ManifestReaderTest.pod("web").replace("name: web", "name: web\n  uid: u1");
    read("a.yaml", dump);
    read("b.yaml", dump);
    assertThat(problems.errors()).isEmpty();
    assertThat(problems.warnings())
        .containsExactly("b.yaml:1: document 1: Pod default/web: is the same object as at a.yaml:1: document 1; it is read once");
    assertThat(subjects()).containsExactly("Pod default/web");
  }

  @Test
  void aCopyWithTheUidOfItsOriginalIsTold() {
    String dump = ManifestReaderTest.pod("web").replace("name: web", "name: web\n  uid: u1");
    read("a.yaml", dump + "---\n" + dump.replace("name: web", "name: copy"));
    assertThat(problems.errors())
        .containsExactly(
            "a.yaml:10: document 2: Pod default/copy: metadata.uid: is also the UID of Pod default/web (a.yaml:1: document 1); remove it, if this is meant to be a new object");
  }

  @Test
  void objectsWithAPrefixForANameGetTheSameNamesEachTime() {
    String pod = ManifestReaderTest.pod("x").replace("name: x", "generateName: run-");
    read("a.yaml", pod + "---\n" + pod);
    var again = new Inventory(problems);
    Reading.of(pod + "---\n" + pod).manifests().forEach(again::accept);
    assertThat(subjects()).doesNotHaveDuplicates().allMatch(s -> s.matches("Pod default/run-[a-z0-9]{5}"));
    assertThat(again.manifests().stream().map(Manifest::subject)).containsExactlyElementsOf(subjects());
  }

  @Test
  void findsObjectsByTheirNames() {
    read("a.yaml", ManifestReaderTest.pod("web") + "---\n{apiVersion: v1, kind: Node, metadata: {name: n1}}");
    assertThat(inventory.find("Pod", "default", "web")).isNotNull();
    assertThat(inventory.find("Node", "", "n1")).isNotNull();
    assertThat(inventory.find("Pod", "other", "web")).isNull();
  }
}
