package io.berth.framework.model;

import static io.berth.framework.model.TestObjects.info;
import static io.berth.framework.model.TestObjects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AffinityTermsTest {

  private static PodAffinityTermBuilder term(String app) {
    return new PodAffinityTermBuilder().withTopologyKey("zone").withNewLabelSelector().addToMatchLabels("app", app)
        .endLabelSelector();
  }

  private static AffinityTerm compiled(PodAffinityTerm term) {
    return AffinityTerm.of("own", term);
  }

  private static PodInfo in(String namespace, String app) {
    return info(pod("x").editMetadata().withNamespace(namespace).addToLabels("app", app).endMetadata().build());
  }

  @Test
  void meansPodsOfItsOwnNamespaceUnlessItSaysOtherwise() {
    AffinityTerm own = compiled(term("web").build());

    assertThat(own.matches(in("own", "web"), Map.of())).isTrue();
    assertThat(own.matches(in("own", "db"), Map.of())).isFalse();
    assertThat(own.matches(in("other", "web"), Map.of())).isFalse();
    assertThat(own.namespaces()).containsExactly("own");
    assertThat(own.topologyKey()).isEqualTo("zone");
  }

  @Test
  void meansNamedAndSelectedNamespaces() {
    AffinityTerm named = compiled(term("web").withNamespaces("b", "a").build());
    AffinityTerm selected = compiled(term("web").withNewNamespaceSelector().addToMatchLabels("team", "x")
        .endNamespaceSelector().build());
    AffinityTerm all = compiled(term("web").withNewNamespaceSelector().endNamespaceSelector().build());

    assertThat(named.namespaces()).containsExactly("a", "b");
    assertThat(named.matches(in("a", "web"), Map.of())).isTrue();
    assertThat(named.matches(in("own", "web"), Map.of())).isFalse();
    assertThat(selected.matches(in("any", "web"), Map.of("team", "x"))).isTrue();
    assertThat(selected.matches(in("own", "web"), Map.of())).isFalse();
    assertThat(all.matches(in("any", "web"), Map.of())).isTrue();
  }

  @Test
  void noLabelSelectorMeansNoPod() {
    AffinityTerm none = compiled(new PodAffinityTermBuilder().withTopologyKey("zone").build());

    assertThat(none.matches(in("own", "web"), Map.of())).isFalse();
  }

  @Test
  void aPodCarriesItsTermsCompiled() {
    PodInfo info = info(pod("p").editSpec().withNewAffinity()
        .withNewPodAffinity().withRequiredDuringSchedulingIgnoredDuringExecution(term("a").build())
        .withPreferredDuringSchedulingIgnoredDuringExecution(new WeightedPodAffinityTerm(term("b").build(), 3)).endPodAffinity()
        .withNewPodAntiAffinity().withRequiredDuringSchedulingIgnoredDuringExecution(term("c").build(), term("d").build())
        .withPreferredDuringSchedulingIgnoredDuringExecution(new WeightedPodAffinityTerm(term("e").build(), 4))
        .endPodAntiAffinity().endAffinity().endSpec().build());

    assertThat(info.requiredAffinityTerms()).extracting(term -> term.selector().toString()).containsExactly("app=a");
    assertThat(info.requiredAntiAffinityTerms()).extracting(term -> term.selector().toString())
        .containsExactly("app=c", "app=d");
    assertThat(info.preferredAffinityTerms()).extracting(WeightedAffinityTerm::weight).containsExactly(3);
    assertThat(info.preferredAntiAffinityTerms()).extracting(WeightedAffinityTerm::weight).containsExactly(4);
    assertThat(info.hasAffinity()).isTrue();
    assertThat(info.hasRequiredAntiAffinity()).isTrue();
    assertThat(info.parseError()).isNull();
  }

  @Test
  void invalidTermsLeaveThePodWithAnErrorAndTheOtherLists() {
    PodAffinityTerm bad = new PodAffinityTermBuilder().withNewLabelSelector()
        .addToMatchExpressions(new LabelSelectorRequirement("app", "Near", List.of())).endLabelSelector().build();
    PodInfo info = info(pod("p").editSpec().withNewAffinity()
        .withNewPodAffinity().withRequiredDuringSchedulingIgnoredDuringExecution(term("a").build(), bad)
        .withPreferredDuringSchedulingIgnoredDuringExecution(new WeightedPodAffinityTerm(term("b").build(), 3)).endPodAffinity()
        .withNewPodAntiAffinity().withRequiredDuringSchedulingIgnoredDuringExecution(bad).endPodAntiAffinity()
        .endAffinity().endSpec().build());

    assertThat(info.requiredAffinityTerms()).isEmpty();
    assertThat(info.preferredAffinityTerms()).hasSize(1);
    assertThat(info.requiredAntiAffinityTerms()).isEmpty();
    assertThat(info.hasRequiredAntiAffinity()).isTrue();
    assertThat(info.parseError()).isEqualTo(
        "[requiredAffinityTerms: \"Near\" is not a valid label selector operator, "
            + "requiredAntiAffinityTerms: \"Near\" is not a valid label selector operator]");
  }

  @Test
  void anEmptyAffinityCountsAsOne() {
    PodInfo info = info(pod("p").editSpec().withNewAffinity().withNewPodAffinity().endPodAffinity().endAffinity().endSpec()
        .build());

    assertThat(info.hasAffinity()).isTrue();
    assertThat(info.hasRequiredAntiAffinity()).isFalse();
  }
}
