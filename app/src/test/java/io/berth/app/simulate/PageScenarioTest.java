package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageScenarioTest {

  private static final String SHOP = "../examples/manifests/shop";

  @TempDir Path dir;

  @Test
  void aRunBecomesAPageAndTheTableIsTheSameAsWithout() throws IOException {
    Path page = dir.resolve("shop.html");
    var ran = Ran.berth("simulate", SHOP, "--html", page.toString());
    assertThat(ran).isEqualTo(Ran.berth("simulate", SHOP));
    assertThat(Files.readString(page))
        .contains("\"training\"")
        .contains("\"PodTopologySpread\"")
        .contains("0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.");
  }

  @Test
  void theSameRunGivesTheSamePage() throws IOException {
    Path first = dir.resolve("a.html");
    Path second = dir.resolve("b.html");
    for (Path page : new Path[] {first, second}) {
      assertThat(Ran.berth("simulate", SHOP, "--script", "../examples/scripts/shop.yaml", "--html", page.toString()).status()).isZero();
    }
    assertThat(first).hasSameBinaryContentAs(second);
  }

  @Test
  void aPageThatCannotBeWrittenIsToldBeforeAnythingRuns() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    assertThat(unwritable(dir.resolve("nowhere/shop.html"))).isEqualTo("there is no folder " + dir.resolve("nowhere"));
    assertThat(unwritable(dir)).isEqualTo("Is a directory");
    assertThat(unwritable(file.resolve("shop.html"))).isEqualTo(file + " is no folder");
  }

  @Test
  void aPageIsNotWrittenOverWhatIsRead() throws IOException {
    Path input = Files.writeString(dir.resolve("pods.yaml"), "{apiVersion: v1, kind: Node, metadata: {name: n1}}\n");
    Path script = Files.writeString(dir.resolve("steps.yaml"), "- {at: 1s, cordon: n1}\n");
    for (Path page : new Path[] {input, script}) {
      String before = Files.readString(page);
      var ran = Ran.berth("simulate", dir.resolve(".").resolve("pods.yaml").toString(), "--script", script.toString(), "--html", page.toString());
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err()).isEqualTo("error: " + page + ": cannot be written (it is read as well); name a file that can be written\n");
      assertThat(page).hasContent(before);
    }
  }

  private static String unwritable(Path page) {
    var ran = Ran.berth("simulate", SHOP, "--timeline", "--speed", "1000000", "--html", page.toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("error: " + page + ": cannot be written (").endsWith("); name a file that can be written\n");
    return ran.err().substring(ran.err().indexOf('(') + 1, ran.err().lastIndexOf(')'));
  }

  /** No file system takes a name of five hundred letters, and nothing tells before it is tried. */
  @Test
  void whatFailsOnlyWhenItIsWrittenIsToldAfterTheRun() {
    Path page = dir.resolve("p".repeat(500));
    var ran = Ran.berth("simulate", SHOP, "--html", page.toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).endsWith("placed, 1 pending\n");
    assertThat(ran.err()).startsWith("error: " + page + ": cannot be written (").endsWith("); name a file that can be written\n");
  }

  @Test
  void anEmptyNameOfAFileIsRefused() {
    for (String option : new String[] {"--html", "--config", "--script", "--replay"}) {
      var ran = Ran.berth("simulate", SHOP, option, "");
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).startsWith(option + " is empty; name a file.\n");
    }
    assertThat(Ran.berth("record", SHOP, "--out", "").err()).startsWith("--out is empty; name a file.\n");
    assertThat(Ran.berth("run", "--kubeconfig", "").err()).startsWith("--kubeconfig is empty; name a file.\n");
  }
}
