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
  void aPageThatCannotBeWrittenIsTold() {
    String page = dir.resolve("nowhere/shop.html").toString();
    var ran = Ran.berth("simulate", SHOP, "--html", page);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("error: " + page + ": cannot be written (there is no folder " + dir.resolve("nowhere") + "); name a file that can be written\n");
    Ran folder = Ran.berth("simulate", SHOP, "--html", dir.toString());
    assertThat(folder.status()).isEqualTo(2);
    assertThat(folder.err()).isEqualTo("error: " + dir + ": cannot be written (Is a directory); name a file that can be written\n");
  }
}
