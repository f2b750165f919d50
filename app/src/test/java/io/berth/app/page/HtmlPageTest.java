package io.berth.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.timeline.DeviceFacts;
import io.berth.app.timeline.History;
import io.berth.app.timeline.Moment;
import io.berth.app.timeline.Moment.What;
import io.berth.app.timeline.NodeState;
import io.berth.app.timeline.PodFacts;
import io.berth.framework.resource.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlPageTest {

  private static final String EVIL = "</script><script>alert(1)</script><!-- \u2028 & \"quoted\"";

  private static History history(String name) {
    var amounts = Resources.of(Map.of("cpu", new Quantity("2")));
    var state = new NodeState(amounts, 10, false, List.of(), Map.of("kubernetes.io/hostname", "n1", "a", "b"));
    return new History(
        Instant.parse("2026-01-01T00:00:00Z"),
        Duration.ofSeconds(5),
        List.of(name),
        List.of(state, state),
        List.of(new PodFacts("default", name, "", 0, amounts)),
        DeviceFacts.NONE,
        List.of(
            new Moment(Duration.ZERO, What.NODE_JOINED, 0, -1, 0, name),
            new Moment(Duration.ZERO, What.POD_ARRIVED, 0, -1, 0, ""),
            new Moment(Duration.ofSeconds(2), What.CYCLE, 0, -1, 1, ""),
            new Moment(Duration.ofSeconds(5), What.BOUND, 0, 0, 0, "")));
  }

  @Test
  void momentsAreColumnsWithDifferencesOfTime() {
    String json = PageData.of("t", history("n1"), Explanations.none());
    assertThat(json)
        .contains("\"length\":5000")
        .contains("\"resources\":[[\"cpu\",0],[\"memory\",1],[\"pods\",2]]")
        .contains("\"moments\":[[0,0,2000,3000],[1,4,10,13],[0,0,0,0],[0,-1,1,0],[2,0,0,0]]")
        .contains("\"states\":[[[2000,0,10],0,[],[\"a=b\"]]]")
        .contains("\"requests\":[[2000,0,1]]");
  }

  @Test
  void noNameCanLeaveTheData() {
    String page = HtmlPage.of(EVIL, history(EVIL), Explanations.none());
    assertThat(page.split("</script>", -1)).as("the page's own two elements").hasSize(3);
    assertThat(page)
        .doesNotContain("<script>alert")
        .doesNotContain("<!-- \u2028")
        .contains("&lt;/script&gt;&lt;script&gt;alert(1)")
        .contains("\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\\u003c!-- \\u2028 \\u0026 \\\"quoted\\\"");
  }

  @Test
  void aPlaceholderInANameStaysAName() {
    assertThat(HtmlPage.of("{{data}}", history("{{program}}"), Explanations.none())).contains("<title>{{data}} · Berth</title>");
  }

  @Test
  void nothingIsFetchedFromElsewhere() {
    assertThat(HtmlPage.of("t", history("n1"), Explanations.none()))
        .contains("default-src 'none'")
        .doesNotContainPattern("(src|href)=\"(https?:)?//")
        .doesNotContain("@import")
        .doesNotContain("fetch(");
  }

  @Test
  void theSameHistoryGivesTheSamePage() {
    assertThat(HtmlPage.of("t", history("n1"), Explanations.none())).isEqualTo(HtmlPage.of("t", history("n1"), Explanations.none()));
  }
}
