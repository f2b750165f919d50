package io.berth.dynamicresources.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParsedClassesTest {
  private final Map<String, DeviceClass> known = new HashMap<>();
  private final ParsedClasses classes = new ParsedClasses(known::get, Bench.CEL);

  private void put(String name, String expression) {
    known.put(
        name,
        new DeviceClassBuilder()
            .withNewMetadata().withName(name).endMetadata()
            .withNewSpec().addNewSelector().withNewCel(expression).endSelector().endSpec()
            .build());
  }

  @Test
  void aClassIsParsedOnceUntilItIsAnotherObject() {
    put("c", "true");
    ParsedClass first = classes.get("c");
    assertThat(classes.get("c")).isSameAs(first);

    put("c", "device.driver == 'd'");
    ParsedClass changed = classes.get("c");
    assertThat(changed).isNotSameAs(first);
    assertThat(changed.bean()).isSameAs(known.get("c"));
    assertThat(changed.selectors()).singleElement().isSameAs(Bench.CEL.selector("device.driver == 'd'"));
  }

  @Test
  void aClassThatIsGoneIsNotThere() {
    put("c", "true");
    assertThat(classes.get("c")).isNotNull();

    known.remove("c");
    assertThat(classes.get("c")).isNull();
    put("c", "false");
    assertThat(classes.get("c").selectors()).singleElement().isSameAs(Bench.CEL.selector("false"));
  }

  @Test
  void whatHasBeenForgottenIsParsedAgain() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < ParsedClasses.MAX_ENTRIES + 10; i++) {
        if (round == 0) {
          put("c" + i, "true");
        }
        ParsedClass parsed = classes.get("c" + i);
        assertThat(parsed.name()).isEqualTo("c" + i);
        assertThat(classes.get("c" + i)).isSameAs(parsed);
      }
    }
  }
}
