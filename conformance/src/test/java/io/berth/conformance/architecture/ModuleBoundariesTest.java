package io.berth.conformance.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/** Who may see whom. */
@AnalyzeClasses(packages = "io.berth", importOptions = ImportOption.DoNotIncludeTests.class)
final class ModuleBoundariesTest {
  @ArchTest
  static final ArchRule pluginsDoNotSeeTheEngine =
      noClasses()
          .that()
          .resideInAnyPackage("io.berth.plugins..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.berth.scheduler..", "io.berth.simulator..", "io.berth.app..", "io.berth.cluster..");

  @ArchTest
  static final ArchRule theEngineDoesNotSeeAPlugin =
      noClasses()
          .that()
          .resideInAPackage("io.berth.scheduler..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.berth.plugins..", "io.berth.simulator..", "io.berth.app..", "io.berth.cluster..");

  @ArchTest
  static final ArchRule theFrameworkSeesNobody =
      noClasses()
          .that()
          .resideInAPackage("io.berth.framework..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.berth.scheduler..",
              "io.berth.plugins..",
              "io.berth.simulator..",
              "io.berth.cluster..",
              "io.berth.app..",
              "io.berth.testkit..",
              "io.berth.scenario..",
              "io.fabric8.kubernetes.client.dsl..",
              "com.google.common..");

  @ArchTest
  static final ArchRule theSimulatorSeesOnlyTheFramework =
      noClasses()
          .that()
          .resideInAPackage("io.berth.simulator..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.berth.scheduler..", "io.berth.plugins..", "io.berth.cluster..", "io.berth.app..");

  @ArchTest
  static final ArchRule onlyTestsSeeTheTestkits =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.berth.testkit..", "io.berth.scenario..", "io.berth.examples..", "io.berth.conformance..", "io.berth.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.berth.testkit..", "io.berth.scenario..");

  @ArchTest
  static final ArchRule theClientStaysInItsModules =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.berth.cluster..", "io.berth.app..", "io.berth.examples..", "io.berth.conformance..", "io.berth.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8.kubernetes.client.dsl..", "io.fabric8.kubernetes.client.informers..");

  @ArchTest
  static final ArchRule nobodyReachesIntoAnotherModulesInternals =
      ArchRuleDefinition.classes().that().resideInAPackage("io.berth..").should(keepOutOfForeignInternals());

  private static ArchCondition<JavaClass> keepOutOfForeignInternals() {
    return new ArchCondition<>("keep out of other modules' internal packages") {
      @Override
      public void check(JavaClass origin, ConditionEvents events) {
        for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass();
          String name = target.getPackageName();
          if (name.startsWith("io.berth.") && name.contains(".internal") && !module(name).equals(module(origin.getPackageName()))) {
            events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
          }
        }
      }
    };
  }

  /** The module's root package: the first three segments. */
  private static String module(String packageName) {
    String[] parts = packageName.split("\\.");
    return parts.length < 3 ? packageName : String.join(".", parts[0], parts[1], parts[2]);
  }
}
