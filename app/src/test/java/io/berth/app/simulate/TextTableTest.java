package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.timeline.AmountText;
import io.berth.framework.resource.ResourceName;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columnsAreAsWideAsTheyNeedToBe() {
    assertThat(new TextTable("A", "LONG", "LAST").row("longer", "b", "").row("x", "", "and so on"))
        .hasToString("A       LONG  LAST\nlonger  b\nx             and so on\n");
  }

  @Test
  void amountsAreWrittenForPeopleAndExactly() {
    assertThat(AmountText.forPeople(ResourceName.CPU, 1500)).isEqualTo("1.5");
    assertThat(AmountText.forPeople(ResourceName.CPU, 2000)).isEqualTo("2");
    assertThat(AmountText.forPeople(ResourceName.MEMORY, 1536L << 20)).isEqualTo("1.5Gi");
    assertThat(AmountText.forPeople(ResourceName.MEMORY, 1000)).isEqualTo("1000");
    assertThat(AmountText.forPeople(ResourceName.of("hugepages-2Mi"), 4L << 20)).isEqualTo("4Mi");
    assertThat(AmountText.forPeople(ResourceName.of("example.com/gpu"), 4096)).isEqualTo("4096");
    assertThat(AmountText.exact(ResourceName.CPU, BigInteger.valueOf(1500))).isEqualTo("1500m");
    assertThat(AmountText.exact(ResourceName.CPU, BigInteger.valueOf(2000))).isEqualTo("2");
    assertThat(AmountText.exact(ResourceName.MEMORY, BigInteger.valueOf(1536))).isEqualTo("1536");
  }
}
