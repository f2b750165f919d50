package io.berth.dynamicresources.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.dynamicresources.cel.CelCompiler;
import io.berth.dynamicresources.cel.CelFeatures;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is remembered of devices and nodes has an end, and what has been forgotten is found out again. */
class RememberedTest {
  private static final Device BEAN =
      new DeviceBuilder().withName("x").addToAttributes("index", new DeviceAttributeBuilder().withInt(7L).build()).build();

  private final SelectorFacts facts = new SelectorFacts("d", BEAN);

  @Test
  void aMemoSaysWhatItWasToldOrNothing() {
    SplittableRandom random = new SplittableRandom(1);
    SelectorMemo memo = new SelectorMemo();
    Map<Integer, Boolean> told = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      int bits = random.nextInt(1, 32);
      int selector = random.nextInt() >>> bits;
      boolean matches = told.computeIfAbsent(selector, s -> random.nextBoolean());
      assertThat(memo.get(selector)).as("selector %s", selector).isIn(-1, matches ? 1 : 0);
      memo.put(selector, matches);
    }
    assertThat(told.keySet().stream().filter(selector -> memo.get(selector) >= 0).count()).isLessThanOrEqualTo(SelectorMemo.LARGEST);
  }

  @Test
  void numbersWithoutRoomInAnEntryAreNotRememberedAndNotMistaken() {
    SelectorMemo memo = new SelectorMemo();
    memo.put(5, true);
    for (int selector : new int[] {(1 << 30) + 5, Integer.MIN_VALUE + 5, -1, Integer.MAX_VALUE}) {
      memo.put(selector, false);
      assertThat(memo.get(selector)).isEqualTo(-1);
    }
    assertThat(memo.get(5)).isEqualTo(1);
  }

  /** More expressions than a compiler keeps, and more than a device remembers, round after round under new numbers. */
  @Test
  void whatHasBeenForgottenIsFoundOutAgain() throws Exception {
    CelCompiler compiler = new CelCompiler(CelFeatures.STORED);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < CelCompiler.MAX_ENTRIES + 100; i++) {
        assertThat(facts.matches(compiler.selector("device.attributes['d'].index % 11 == " + i % 11 + " && " + i + " >= 0")))
            .as("expression %s in round %s", i, round)
            .isEqualTo(i % 11 == 7);
      }
    }
  }

  @Test
  void soIsWhatHasBeenDerived() throws Exception {
    CelCompiler compiler = new CelCompiler(CelFeatures.STORED);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < SelectorFacts.MOST_DERIVED + 10; i++) {
        var expression = compiler.derivedAttribute("device.attributes['d'].index + " + i);
        Attribute derived = facts.derived(expression);
        assertThat(derived.values()).containsExactly(7L + i);
        assertThat(facts.derived(expression)).as("remembered").isSameAs(derived);
      }
    }
  }

  @Test
  void nodesThatCameAndWentAreForgotten() {
    SharedReach reach = SharedReach.EMPTY;
    for (int i = 0; i < SharedReach.MOST_KNOWN + 10; i++) {
      KnownPools known = reach.known("node-" + i);
      assertThat(reach.known("node-" + i)).isSameAs(known);
    }
    assertThat(reach.knownNodes()).isLessThanOrEqualTo(SharedReach.MOST_KNOWN);
  }
}
