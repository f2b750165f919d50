package io.berth.preemption;

import static io.berth.testkit.Fixtures.pdb;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.model.PodInfo;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** As FilterVictimsWithPDBViolation in pkg/scheduler/framework/preemption/util_test.go, v1.37.2. */
class BudgetsTest {
  private final Budgets budgets = new Budgets();

  private static PodInfo db(String name) {
    return pod(name).label("app", "db").info();
  }

  private static PodDisruptionBudget allowing(String name, int count) {
    return pdb(name).matchLabel("app", "db").disruptionsAllowed(count).obj();
  }

  @Test
  void aBudgetCountsDownAndIsViolatedWhenNothingIsLeft() {
    budgets.onAdd(allowing("b", 2));
    var account = budgets.open();

    assertThat(account.violates(db("p1"))).isFalse();
    assertThat(account.violates(db("p2"))).isFalse();
    assertThat(account.violates(db("p3"))).isTrue();
    assertThat(budgets.open().violates(db("p1"))).as("each dry run starts afresh").isFalse();
  }

  @Test
  void theFirstExhaustedBudgetEndsItAndThoseBehindKeepWhatTheyHave() {
    budgets.onAdd(allowing("a", 0));
    budgets.onAdd(pdb("b").matchLabel("tier", "back").disruptionsAllowed(1).obj());
    var account = budgets.open();

    assertThat(account.violates(pod("p1").label("app", "db").label("tier", "back").info())).isTrue();
    assertThat(account.violates(pod("p2").label("tier", "back").info())).isFalse();
    assertThat(account.violates(pod("p3").label("tier", "back").info())).isTrue();
  }

  @Test
  void budgetsOfOtherNamespacesAndPodsWithoutLabelsDoNotCount() {
    budgets.onAdd(allowing("b", 0));

    assertThat(budgets.open().violates(pod("p").namespace("team").label("app", "db").info())).isFalse();
    assertThat(budgets.open().violates(pod("p").info())).isFalse();
  }

  @Test
  void aPodWhoseEvictionIsAccountedForAlreadyIsNoViolation() {
    budgets.onAdd(
        new PodDisruptionBudgetBuilder(allowing("b", 0)).editStatus().withDisruptedPods(Map.of("p1", "2026-01-01T00:00:00Z")).endStatus().build());

    assertThat(budgets.open().violates(db("p1"))).isFalse();
    assertThat(budgets.open().violates(db("p2"))).isTrue();
  }

  @Test
  void aBudgetWithoutASelectorOrWithAnEmptyOneCoversNobody() {
    budgets.onAdd(new PodDisruptionBudgetBuilder().withNewMetadata().withNamespace("default").withName("a").endMetadata().withNewSpec().endSpec().build());
    budgets.onAdd(
        new PodDisruptionBudgetBuilder().withNewMetadata().withNamespace("default").withName("b").endMetadata()
            .withNewSpec().withNewSelector().endSelector().endSpec().build());

    assertThat(budgets.open().violates(db("p"))).isFalse();
  }

  @Test
  void aSelectorThatCannotBeReadCoversNobodyAndDoesNotKeepAnOlderOne() {
    budgets.onAdd(allowing("b", 0));
    budgets.onUpdate(
        allowing("b", 0),
        new PodDisruptionBudgetBuilder().withNewMetadata().withNamespace("default").withName("b").endMetadata()
            .withNewSpec().withNewSelector().addNewMatchExpression().withKey("app").withOperator("Near").endMatchExpression()
            .endSelector().endSpec().build());

    assertThat(budgets.open().violates(db("p"))).isFalse();
  }

  @Test
  void aChangedBudgetCountsAnewAndADeletedOneNoMore() {
    budgets.onAdd(allowing("b", 0));
    budgets.onUpdate(allowing("b", 0), allowing("b", 1));
    assertThat(budgets.open().violates(db("p"))).isFalse();

    budgets.onUpdate(allowing("b", 1), allowing("b", 0));
    budgets.onDelete(allowing("b", 0), false);
    assertThat(budgets.open().violates(db("p"))).isFalse();
  }
}
