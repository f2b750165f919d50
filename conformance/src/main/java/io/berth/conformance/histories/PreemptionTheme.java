package io.berth.conformance.histories;

import io.berth.conformance.histories.dra.DraTheme;
import io.berth.conformance.histories.dra.KeepDevices;
import io.berth.conformance.histories.dra.SnatchDevice;
import io.berth.conformance.histories.dra.WantsDevice;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Histories in which pods preempt each other: priorities, pods that never preempt, disruption budgets. */
final class PreemptionTheme implements Theme {
  static final String NAME = "preemption";

  private static final int SHARE = 8;
  private static final int APPS = 3;
  private static final int PRIORITIES = 5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ThemeDraft draft(RandomGenerator random) {
    return new Draft(random);
  }

  @Override
  public ThemeRun run() {
    return new PreemptionRun();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PreemptionTheme;
  }

  @Override
  public int hashCode() {
    return NAME.hashCode();
  }

  private static final class Draft implements ThemeDraft {
    private final RandomGenerator random;
    private boolean devices;
    private boolean scarce;
    private @Nullable Crowd crowd;

    Draft(RandomGenerator random) {
      this.random = random;
    }

    /**
     * Where there are devices, they are what pods preempt each other for, as a rule: few of them, many pods that want one and little else.
     * In a quarter of these histories nothing else happens, much of it at once.
     */
    @Override
    public void meet(List<Theme> others) {
      devices = others.stream().anyMatch(DraTheme.class::isInstance);
      int draw = devices ? random.nextInt(100) : 100;
      scarce = draw < 80;
      crowd = draw < 25 ? new Crowd(random) : null;
    }

    @Override
    public Sizes narrow(Sizes sizes) {
      if (crowd != null) {
        return new Sizes(Crowd.NODES, 3, 6);
      }
      int nodes = Math.min(sizes.nodes(), scarce && random.nextInt(100) < 70 ? 3 : 5);
      return scarce
          ? new Sizes(nodes, 6, 12)
          : new Sizes(nodes, Math.min(sizes.fewestPods(), 4), Math.min(sizes.mostPods(), 16));
    }

    @Override
    public List<Action> opening(Names there) {
      List<Action> budgets = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        budgets.add(budget());
      }
      if (crowd != null) {
        budgets.addAll(crowd.opening(there.nodes()));
      } else if (scarce) {
        budgets.add(new KeepDevices(random.nextInt(1, 4)));
      }
      return budgets;
    }

    private SetBudget budget() {
      return new SetBudget("b" + random.nextInt(2), "a" + random.nextInt(APPS), random.nextInt(3));
    }

    /** Without ports: a port that two pods take is free for a dry run when one of them goes, and taken afterwards. */
    @Override
    public PodSpec pod(PodSpec pod) {
      if (crowd != null) {
        return crowd.pod(pod);
      }
      PodSpec.Life life = pod.life();
      PodSpec.Size size = pod.size();
      boolean wants = scarce && random.nextInt(100) < 90;
      PodSpec plain =
          wants
              ? pod.with(new PodSpec.Size(100, 0, 0, 0)).with(PodSpec.Rules.NONE).plus(new WantsDevice("t" + random.nextInt(4)))
              : pod.with(new PodSpec.Size(size.milliCpu(), size.memoryMi(), size.gpus(), 0));
      PodSpec own =
          plain
              .with(
                  new PodSpec.Life(
                      life.namespace(), random.nextInt(PRIORITIES) * 10, life.gated(), life.scheduler(),
                      life.graceSeconds(), life.runSeconds(), life.held()));
      return random.nextInt(100) < 10 ? own.plus(new NeverPreempts()) : own;
    }

    @Override
    public int share() {
      return SHARE;
    }

    @Override
    public boolean isAlone() {
      return crowd != null;
    }

    @Override
    public Action next(Names there) {
      if (crowd != null && random.nextInt(100) < 95) {
        return crowd.next(there);
      }
      int draw = random.nextInt(100);
      if (devices && draw < 30) {
        return new SnatchDevice("f" + random.nextInt(4));
      }
      if (scarce && draw < 40) {
        return new KeepDevices(random.nextInt(1, 4));
      }
      return draw < 82 ? budget() : new RemoveBudget("b" + random.nextInt(2));
    }

    @Override
    public List<ResourceKind<?>> kinds() {
      return List.of(ResourceKind.POD_DISRUPTION_BUDGETS);
    }
  }

  /** Its preemption policy. */
  record NeverPreempts() implements PodTrait {
    @Override
    public void applyTo(PodBuilder pod) {
      pod.editSpec().withPreemptionPolicy("Never").endSpec();
    }

    @Override
    public String toString() {
      return "never preempts";
    }
  }

  /** Pods of the app have a budget of so many disruptions. */
  record SetBudget(String name, String app, int allowed) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.put(
          new PodDisruptionBudgetBuilder()
              .withNewMetadata().withNamespace("default").withName(name).endMetadata()
              .withNewSpec()
              .withMaxUnavailable(new IntOrString(allowed))
              .withNewSelector().addToMatchLabels("app", app).endSelector()
              .endSpec()
              .withNewStatus().withDisruptionsAllowed(allowed).endStatus()
              .build());
    }
  }

  /** The budget is gone. */
  record RemoveBudget(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      history.find(ResourceKind.POD_DISRUPTION_BUDGETS, "default", name).ifPresent(history.cluster()::remove);
    }
  }
}
