package io.berth.framework.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortInfoTest {

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource({
    "10.0.0.1, TCP, 80, true", "10.0.0.2, TCP, 80, false", "'', TCP, 80, true", "0.0.0.0, '', 80, true",
    "10.0.0.1, UDP, 80, false", "10.0.0.1, TCP, 81, false", "10.0.0.9, UDP, 53, true", "'', UDP, 53, true",
    "'', SCTP, 53, false"
  })
  void aPortOfAllAddressesConflictsWithEachAddress(String ip, String protocol, int port, boolean conflict) {
    HostPortInfo used = HostPortInfo.EMPTY.with(List.of(
        new HostPort("10.0.0.1", "TCP", 80), new HostPort("", "UDP", 53), new HostPort("10.0.0.1", "", 8080)));

    assertThat(used.conflictsWith(new HostPort(ip, protocol, port))).isEqualTo(conflict);
    assertThat(used.conflictsWithAny(List.of(new HostPort("", "", 9), new HostPort(ip, protocol, port)))).isEqualTo(conflict);
  }

  @Test
  void aPortThatTwoPodsTakeStaysTakenUntilBothAreGone() {
    List<HostPort> port = List.of(new HostPort("", "", 80));
    HostPortInfo twice = HostPortInfo.EMPTY.with(port).with(port);

    assertThat(twice.size()).isEqualTo(2);
    assertThat(twice.without(port).conflictsWith(port.get(0))).isTrue();
    assertThat(twice.without(port).without(port)).isSameAs(HostPortInfo.EMPTY);
  }

  @Test
  void aPortThatIsFreedIsFreeHoweverManyPodsTakeIt() {
    List<HostPort> port = List.of(new HostPort("", "", 80));
    HostPortInfo twice = HostPortInfo.EMPTY.with(port).with(port);

    assertThat(twice.freed(port)).isSameAs(HostPortInfo.EMPTY);
    assertThat(twice.freed(List.of())).isSameAs(twice);
  }

  @Test
  void isEqualByContentAndUnchangedWithoutPorts() {
    HostPort a = new HostPort("", "", 1);
    HostPort b = new HostPort("10.0.0.1", "UDP", 2);
    HostPortInfo used = HostPortInfo.EMPTY.with(List.of(a)).with(List.of(b));
    HostPortInfo same = HostPortInfo.EMPTY.with(List.of(b, a));

    assertThat(used).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(used.with(List.of())).isSameAs(used);
    assertThat(used.without(List.of())).isSameAs(used);
    assertThat(used).isNotEqualTo(HostPortInfo.EMPTY);
  }
}
