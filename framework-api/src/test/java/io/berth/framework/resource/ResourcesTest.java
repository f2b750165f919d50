package io.berth.framework.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcesTest {

  private static final ResourceName GPU = ResourceName.of("example.com/gpu");

  @Test
  void readsAResourceListRoundedUpAndWithoutWhatNobodyAccounts() {
    Resources resources = Resources.of(Map.of(
        "cpu", new Quantity("100500u"), "memory", new Quantity("0.3Gi"), "pods", new Quantity("110"),
        "example.com/gpu", new Quantity("2"), "storage", new Quantity("5Gi")));

    assertThat(resources.get(ResourceName.CPU)).isEqualTo(101);
    assertThat(resources.get(ResourceName.MEMORY)).isEqualTo(322122548);
    assertThat(resources.get(ResourceName.PODS)).isEqualTo(110);
    assertThat(resources.get(GPU)).isEqualTo(2);
    assertThat(resources.get(ResourceName.of("storage"))).isZero();
    assertThat(Resources.of(null)).isSameAs(Resources.EMPTY);
  }

  @Test
  void namesWhatIsNotZeroByName() {
    ResourceName late = ResourceName.of("z.example.com/z");
    ResourceName early = ResourceName.of("a.example.com/a");
    Resources resources = Resources.builder()
        .add(late, 1).add(early, 2).add(ResourceName.CPU, 3).add(ResourceName.MEMORY, 0).build();
    List<String> visited = new ArrayList<>();
    resources.forEach((name, amount) -> visited.add(name + "=" + amount));

    assertThat(resources.names()).containsExactly(early, ResourceName.CPU, late);
    assertThat(visited).containsExactly("a.example.com/a=2", "cpu=3", "z.example.com/z=1");
    assertThat(resources).hasToString("{a.example.com/a=2, cpu=3m, z.example.com/z=1}");
  }

  @Test
  void isEqualByValueWhateverColumnsItCarries() {
    Resources wide = Resources.builder().add(ResourceName.CPU, 1).add(GPU, 1).build()
        .minus(Resources.builder().add(GPU, 1).build());
    Resources narrow = Resources.builder().add(ResourceName.CPU, 1).build();

    assertThat(wide).isEqualTo(narrow).hasSameHashCodeAs(narrow);
    assertThat(wide.minus(narrow)).isEqualTo(Resources.EMPTY).matches(Resources::isEmpty);
    assertThat(narrow).isNotEqualTo(Resources.EMPTY);
  }

  @ParameterizedTest(name = "a request of {0} into {1} of which {2} are taken: {3}")
  @CsvSource({
    "1, 1, 0, true", "2, 1, 0, false", "1, 2, 1, true", "1, 2, 2, false", "0, 0, 0, true", "0, 1, 2, false",
    "9223372036854775807, 9223372036854775807, 0, true",
    "9223372036854775807, 9223372036854775807, 1, false",
    "9223372036854775807, 9223372036854775807, -1, true",
    "0, -9223372036854775808, 1, false"
  })
  void fitsWithoutOverflow(long request, long allocatable, long requested, boolean fits) {
    assertThat(Resources.fits(request, allocatable, requested)).isEqualTo(fits);
  }

  @Test
  void staysExactBeyond64Bits() {
    Resources max = Resources.builder().add(ResourceName.MEMORY, Long.MAX_VALUE).build();
    Resources twice = max.plus(max);

    assertThat(twice.get(ResourceName.MEMORY)).isEqualTo(Long.MAX_VALUE);
    assertThat(twice.getExact(ResourceName.MEMORY)).isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).shiftLeft(1));
    assertThat(twice.minus(max)).isEqualTo(max).hasSameHashCodeAs(max);
    assertThat(twice).isNotEqualTo(max);
    assertThat(max.fits(ResourceName.MEMORY, twice, max)).isTrue();
    assertThat(max.fits(ResourceName.MEMORY, max, twice)).isFalse();
    assertThat(max.fits(twice, Resources.EMPTY)).isTrue();
    assertThat(twice.fits(max, Resources.EMPTY)).isFalse();
    assertThat(Resources.of(Map.of("example.com/gpu", new Quantity("10E"))).getExact(GPU))
        .isEqualTo(new BigInteger("10000000000000000000"));
    assertThat(Resources.of(Map.of("cpu", new Quantity("9E"))).getExact(ResourceName.CPU))
        .isEqualTo(new BigInteger("9000000000000000000000"));
  }

  @Test
  void aBuilderReplacesWhatWasBeyond64Bits() {
    Resources resources = Resources.builder()
        .add(ResourceName.CPU, 7).add(GPU, Long.MAX_VALUE).add(GPU, Long.MAX_VALUE).set(GPU, 3).build();

    assertThat(resources).isEqualTo(Resources.builder().add(ResourceName.CPU, 7).add(GPU, 3).build());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void sumsTakeBackToWhereTheyCameFrom(long seed) {
    Random random = new Random(seed);
    ResourceName[] names = {ResourceName.CPU, ResourceName.MEMORY, GPU};
    Resources sum = Resources.EMPTY;
    BigInteger[] exact = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
    List<Resources> added = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int which = random.nextInt(names.length);
      long amount = random.nextLong() >>> random.nextInt(63);
      Resources one = Resources.builder().add(names[which], amount).build();
      sum = sum.plus(one);
      exact[which] = exact[which].add(BigInteger.valueOf(amount));
      added.add(one);
      for (int k = 0; k < names.length; k++) {
        assertThat(sum.getExact(names[k])).as("seed %d step %d", seed, i).isEqualTo(exact[k]);
      }
    }
    for (Resources one : added) {
      sum = sum.minus(one);
    }
    assertThat(sum).as("seed %d", seed).isEqualTo(Resources.EMPTY);
  }
}
