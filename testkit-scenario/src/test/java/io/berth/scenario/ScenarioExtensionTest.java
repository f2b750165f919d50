package io.berth.scenario;

import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class ScenarioExtensionTest {
  private final ScenarioExtension extension = new ScenarioExtension();
  private final ExtensionContext context =
      (ExtensionContext)
          Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {ExtensionContext.class}, (proxy, method, args) -> null);

  @Test
  void aFailureIsToldWithTheSeedAndWhatHappened() {
    extension.beforeEach(context);
    Scenario.withNodes(node("n1").cpu("1")).inThisOrderOnly().schedule(pod("p").cpu("2"));
    AssertionError failure = new AssertionError("wrong");

    assertThat(catchThrowable(() -> extension.handleTestExecutionException(context, failure))).isSameAs(failure);

    extension.afterEach(context);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0])
        .hasToString(failure.getSuppressed()[0].getMessage())
        .hasMessageContainingAll("seed 1, the given order; what happened:", "scheduler does not place p: 0/1 nodes are available");
  }

  @Test
  void aTestWithoutAScenarioFailsAsItIs() {
    extension.beforeEach(context);
    AssertionError failure = new AssertionError("wrong");
    assertThat(catchThrowable(() -> extension.handleTestExecutionException(context, failure))).isSameAs(failure);
    extension.afterEach(context);
    assertThat(failure.getSuppressed()).isEmpty();
  }
}
