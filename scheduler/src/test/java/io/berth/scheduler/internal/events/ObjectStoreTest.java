package io.berth.scheduler.internal.events;

import static io.berth.testkit.Fixtures.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ResourceEventHandler;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
  private final ObjectStore<Service> store = new ObjectStore<>(ResourceKind.SERVICES);
  private final List<String> heard = new ArrayList<>();

  private static Service in(String namespace, String name) {
    return new ServiceBuilder(service(name)).editMetadata().withNamespace(namespace).endMetadata().build();
  }

  private List<String> listed() {
    return store.list().stream().map(s -> s.getMetadata().getNamespace() + "/" + s.getMetadata().getName()).toList();
  }

  @Test
  void objectsAreListedByNamespaceAndName() {
    store.put(in("b", "y"));
    store.put(in("a", "z"));
    store.put(in("b", "x"));

    assertThat(listed()).containsExactly("a/z", "b/x", "b/y");
    assertThat(store.list("b")).hasSize(2);
    assertThat(store.list("nowhere")).isEmpty();
    assertThat(store.get("a", "z")).isNotNull();
    assertThat(store.get("a", "x")).isNull();
  }

  @Test
  void listsFollowChangesAndOlderListsDoNot() {
    store.put(in("a", "x"));
    List<Service> before = store.list("a");
    store.remove(in("a", "x"), false);
    store.put(in("a", "y"));

    assertThat(before).hasSize(1);
    assertThat(listed()).containsExactly("a/y");
    assertThat(store.list("a")).hasSize(1);
  }

  @Test
  void aHandlerHearsOfWhatIsThereAndOfWhatChanges() {
    store.put(in("a", "x"));
    store.addHandler(new Noting());
    store.put(in("a", "x"));
    store.put(in("a", "y"));
    store.remove(in("a", "x"), true);
    store.remove(in("a", "x"), false);

    assertThat(heard).containsExactly("add x", "update x", "add y", "delete x true");
  }

  private final class Noting implements ResourceEventHandler<Service> {
    @Override
    public void onAdd(Service object) {
      heard.add("add " + object.getMetadata().getName());
    }

    @Override
    public void onUpdate(Service oldObject, Service newObject) {
      heard.add("update " + newObject.getMetadata().getName());
    }

    @Override
    public void onDelete(Service object, boolean finalStateUnknown) {
      heard.add("delete " + object.getMetadata().getName() + " " + finalStateUnknown);
    }
  }
}
