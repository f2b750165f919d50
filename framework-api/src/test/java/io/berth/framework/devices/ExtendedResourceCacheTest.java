package io.berth.framework.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.resource.ResourceName;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Source: dynamic-resource-allocation/deviceclass/extendedresourcecache/extendedresourcecache_test.go, v0.37.2. */
class ExtendedResourceCacheTest {
  private static final String GPU = "example.com/gpu";

  private final ExtendedResourceCache cache = new ExtendedResourceCache();

  private static DeviceClass deviceClass(String name, @Nullable String resource, @Nullable String created) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .withCreationTimestamp(created)
        .endMetadata()
        .withNewSpec()
        .withExtendedResourceName(resource)
        .endSpec()
        .build();
  }

  private static DeviceClass of(String name, @Nullable String resource, int hour) {
    return deviceClass(name, resource, "2026-05-01T%02d:00:00Z".formatted(hour));
  }

  private @Nullable String classOf(String resource) {
    DeviceClass found = cache.getDeviceClass(ResourceName.of(resource));
    return found == null ? null : found.getMetadata().getName();
  }

  @Test
  void aClassStandsForTheResourceThatItNamesAndForItsOwnName() {
    cache.onAdd(of("gpu", GPU, 1));
    cache.onAdd(of("fpga", null, 1));
    assertThat(classOf(GPU)).isEqualTo("gpu");
    assertThat(classOf("deviceclass.resource.kubernetes.io/gpu")).isEqualTo("gpu");
    assertThat(classOf("deviceclass.resource.kubernetes.io/fpga")).isEqualTo("fpga");
    assertThat(classOf("example.com/fpga")).isNull();
  }

  @Test
  void ofSeveralClassesForOneResourceTheYoungestCountsAndThenTheFirstByName() {
    cache.onAdd(of("b", GPU, 5));
    cache.onAdd(of("older", GPU, 2));
    assertThat(classOf(GPU)).isEqualTo("b");
    cache.onAdd(of("c", GPU, 5));
    assertThat(classOf(GPU)).isEqualTo("b");
    cache.onAdd(of("a", GPU, 5));
    assertThat(classOf(GPU)).isEqualTo("a");
    cache.onAdd(of("younger", GPU, 6));
    assertThat(classOf(GPU)).isEqualTo("younger");
  }

  @Test
  void aClassThatDoesNotSayWhenItWasCreatedIsOlderThanTheOthers() {
    cache.onAdd(deviceClass("silent", GPU, null));
    cache.onAdd(deviceClass("odd", GPU, "yesterday"));
    assertThat(classOf(GPU)).isEqualTo("odd");
    cache.onAdd(of("clear", GPU, 1));
    assertThat(classOf(GPU)).isEqualTo("clear");
  }

  @Test
  void aClassThatIsNotPreferredStillStandsForItsOwnName() {
    cache.onAdd(of("new", GPU, 2));
    cache.onAdd(of("old", GPU, 1));
    assertThat(classOf("deviceclass.resource.kubernetes.io/old")).isEqualTo("old");
  }

  @Test
  void whenThePreferredClassGoesTheNextOneTakesItsPlace() {
    DeviceClass newer = of("new", GPU, 2);
    DeviceClass older = of("old", GPU, 1);
    cache.onAdd(newer);
    cache.onAdd(older);
    DeviceClass renamed = of("new", "example.org/gpu", 2);
    cache.onUpdate(newer, renamed);
    assertThat(classOf(GPU)).isEqualTo("old");
    assertThat(classOf("example.org/gpu")).isEqualTo("new");
    cache.onDelete(renamed, false);
    assertThat(classOf("example.org/gpu")).isNull();
    assertThat(classOf("deviceclass.resource.kubernetes.io/new")).isNull();
    cache.onDelete(older, true);
    assertThat(classOf(GPU)).isNull();
  }

  @Test
  void theClassThatGoesIsNotMissedByTheOneThatStays() {
    DeviceClass newer = of("new", GPU, 2);
    DeviceClass older = of("old", GPU, 1);
    cache.onAdd(newer);
    cache.onAdd(older);
    cache.onDelete(older, false);
    assertThat(classOf(GPU)).isEqualTo("new");
  }

  @Test
  void anUpdateOfAnythingElseIsSeen() {
    DeviceClass before = of("gpu", GPU, 1);
    DeviceClass after =
        before.edit().editSpec().addNewSelector().withNewCel("device.driver == 'a'").endSelector().endSpec().build();
    cache.onAdd(before);
    cache.onUpdate(before, after);
    assertThat(cache.getDeviceClass(ResourceName.of(GPU))).isSameAs(after);
  }

  @Test
  void withoutTheFeatureNoClassStandsForAnything() {
    assertThat(DeviceClassResolver.NONE.getDeviceClass(ResourceName.of(GPU))).isNull();
  }
}
