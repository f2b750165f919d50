package io.berth.examples;

import static io.berth.testkit.BerthAssertions.assertThat;
import static io.berth.testkit.Fixtures.namespace;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.cluster.ResourceKind;
import io.berth.testkit.FakeHandle;
import io.berth.testkit.contract.EnqueueContract;
import io.berth.testkit.contract.FilterContract;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FrozenNamespacesTest {
  private final FakeHandle handle = new FakeHandle();
  private final FrozenNamespaces plugin = new FrozenNamespaces(handle);

  private void expectFrozen(boolean frozen) {
    var status = plugin.filter(new CycleState(), pod("p").namespace("shop").cpu("500m").info(), node("n1").cpu("2").info());
    if (frozen) {
      assertThat(status).isUnschedulable().hasReasons("the namespace is frozen");
    } else {
      assertThat(status).isSuccess();
    }
  }

  @Test
  void aPodStartsUnlessItsNamespaceIsFrozen() {
    expectFrozen(false);
    handle.objects(ResourceKind.NAMESPACES).add(namespace("shop", "frozen", "true")).add(namespace("other"));
    expectFrozen(true);
  }

  @Test
  void whatIsMissedWhileTheWatchIsGoneCountsAfterTheNextList() {
    var namespaces = handle.objects(ResourceKind.NAMESPACES);
    namespaces.add(namespace("shop", "frozen", "true"));
    namespaces.drop();
    namespaces.update(namespace("shop"));
    expectFrozen(true);
    namespaces.relist();
    expectFrozen(false);
  }

  @Nested
  class KeepsTheContractOfFilterPlugins extends FilterContract<FrozenNamespaces> {
    @Override
    protected FrozenNamespaces create(Handle handle) {
      return new FrozenNamespaces(handle);
    }

    @Override
    protected void prepare(FakeHandle handle, RandomGenerator random) {
      handle.objects(ResourceKind.NAMESPACES).add(namespace("default", "frozen", Boolean.toString(random.nextBoolean())));
    }
  }

  @Nested
  class WakesWhomItHasTurnedDown extends EnqueueContract<FrozenNamespaces> {
    @Override
    protected FrozenNamespaces create(Handle handle) {
      return new FrozenNamespaces(handle);
    }
  }
}
