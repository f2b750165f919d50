package io.berth.conformance.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.NullMarked;

/** How code is written, as far as byte code shows it. */
@AnalyzeClasses(packages = "io.berth", importOptions = ImportOption.DoNotIncludeTests.class)
final class HouseRulesTest {
  private static final String[] LIBRARIES = {
    "io.berth.framework..", "io.berth.scheduler..", "io.berth.plugins..", "io.berth.preemption..", "io.berth.dynamicresources..",
    "io.berth.simulator..", "io.berth.testkit..", "io.berth.scenario.."
  };

  @ArchTest
  static final ArchRule everyPackageIsNullMarked =
      classes().that().resideInAPackage("io.berth..").should(liveInANullMarkedPackage());

  @ArchTest
  static final ArchRule namesSayWhatAThingIs =
      noClasses().that().resideInAPackage("io.berth..").should().haveNameMatching(".*(Impl|Base|Utils|Util|Helper)");

  @ArchTest
  static final ArchRule timeComesInFromOutside =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .and()
          .doNotHaveSimpleName("RealTime")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC");

  @ArchTest
  static final ArchRule chanceComesInFromOutside =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .should()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(Random.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocalRandom.class);

  @ArchTest
  static final ArchRule threadsComeInFromOutside =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .and()
          .doNotHaveSimpleName("OwnThreads")
          .should()
          .callConstructorWhere(targetOwner(assignableTo(Thread.class)))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Executors.class, ThreadPoolExecutor.class, ForkJoinPool.class);

  @ArchTest
  static final ArchRule nobodySleeps =
      noClasses().that().resideInAPackage("io.berth..").should().callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule librariesDoNotPrint =
      noClasses().that().resideInAnyPackage(LIBRARIES).should().accessField(System.class, "out").orShould().accessField(System.class, "err");

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package that is @NullMarked") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        boolean generated = item.getModifiers().contains(JavaModifier.SYNTHETIC) || item.getPackageName().endsWith(".jmh_generated");
        if (!generated && !item.getPackage().isAnnotatedWith(NullMarked.class)) {
          events.add(SimpleConditionEvent.violated(item, item.getPackageName() + " has no @NullMarked package-info (" + item.getName() + ")"));
        }
      }
    };
  }
}
