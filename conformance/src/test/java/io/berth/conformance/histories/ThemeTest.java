package io.berth.conformance.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.conformance.histories.History.Step;
import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.World;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThemeTest {
  private static final HistoryGenerator.Options OPTIONS = new HistoryGenerator.Options(8, true, List.of(new Services()));

  private static final NodeSpec NODE =
      new NodeSpec("n0", new NodeSpec.Size(4000, 8192, 0, 110), new NodeSpec.Place("", "", "", false), 0);

  /** Every pod has a mark, services come, and no pod that has the mark {@code odd} fits anywhere, says the theme. */
  record Services() implements Theme {
    @Override
    public String name() {
      return "services";
    }

    @Override
    public ThemeDraft draft(RandomGenerator random) {
      return new ThemeDraft() {
        @Override
        public Sizes narrow(Sizes sizes) {
          return new Sizes(3, 3, 4);
        }

        @Override
        public List<Action> opening(Names there) {
          return List.of(new AddService("first"));
        }

        @Override
        public PodSpec pod(PodSpec pod) {
          return pod.plus(new Mark("even"));
        }

        @Override
        public int share() {
          return 20;
        }

        @Override
        public Action next(Names there) {
          return new AddService("s" + random.nextInt(100));
        }
      };
    }

    @Override
    public ThemeRun run() {
      return new Run();
    }
  }

  static final class Run implements ThemeRun {
    private int added;
    private boolean begun;
    private boolean rested;

    @Override
    public void begin(World world) {
      begun = true;
    }

    @Override
    public void rest(World world) {
      rested = begun && !world.cluster().list(ResourceKind.SERVICES).isEmpty() && added > 0;
      world.story().tell("rested " + rested);
    }

    @Override
    public @Nullable String objection(Question question) {
      return "odd".equals(question.pod().getMetadata().getLabels().get("mark")) ? "odd" : null;
    }
  }

  record AddService(String name) implements Action.OfTheme {
    @Override
    public void happen(RunningHistory history) {
      Service service = new ServiceBuilder().withNewMetadata().withName(name).withNamespace("default").endMetadata().build();
      history.world().cluster().create(service);
      history.theme(Run.class).added++;
    }

    @Override
    public List<Action> simpler() {
      return name.equals("plain") ? List.of() : List.of(new AddService("plain"));
    }
  }

  record Mark(String value) implements PodTrait {
    @Override
    public void applyTo(PodBuilder pod) {
      pod.editMetadata().addToLabels("mark", value).endMetadata();
    }
  }

  @Test
  void aThemeAddsToTheMakingOfAHistory() {
    History history = HistoryGenerator.of(1, OPTIONS);
    assertThat(history).isEqualTo(HistoryGenerator.of(1, OPTIONS)).hasToString(history.toString());
    assertThat(history.toString()).startsWith("history of seed 1 with services").contains("AddService[name=first]").contains("Mark[value=even]");
    assertThat(history.steps()).filteredOn(step -> step.action() instanceof Action.SetNode).hasSizeLessThan(10);
    assertThat(history.steps()).filteredOn(step -> step.action() instanceof AddService).hasSizeGreaterThan(2);
  }

  @Test
  void aThemeAddsToARun() {
    for (long seed = 1; seed <= 5; seed++) {
      HistoryRun.Result result = HistoryRun.of(HistoryGenerator.of(seed, OPTIONS));
      assertThat(result.passed()).as(result.message()).isTrue();
      assertThat(result.story()).contains("rested true");
    }
  }

  @Test
  void whatAThemeSaysOfADecisionCounts() {
    History history = HistoryGenerator.of(1, OPTIONS);
    PodSpec pod = new PodSpec("odd", "a0", new PodSpec.Size(0, 0, 0, 0), PodSpec.Rules.NONE, PodSpec.Life.PLAIN, List.of(new Mark("odd")));
    Step node = new Step(0, Duration.ZERO, new Action.SetNode(NODE));
    HistoryRun.Result result =
        HistoryRun.of(
            history.with(
                List.of(node, new Step(0, Duration.ZERO, new Action.Start()), new Step(0, Duration.ZERO, new Action.AddPod(pod)),
                    new Step(0, Duration.ZERO, new Action.Rest()))));
    assertThat(result.rule()).isEqualTo("decision");
    assertThat(result.message()).contains("pod default/odd is placed on node n0, where it does not fit: odd");
  }

  @Test
  void theShrinkerSimplifiesWhatThemesHaveAdded() {
    History shortest =
        new Shrinker(history -> history.steps().stream().anyMatch(step -> step.action() instanceof AddService))
            .shrink(HistoryGenerator.of(1, OPTIONS));
    assertThat(shortest.steps()).containsExactly(new Step(0, Duration.ZERO, new AddService("plain")));
    History withPod =
        new Shrinker(history -> history.steps().stream().anyMatch(step -> step.action() instanceof Action.AddPod))
            .shrink(HistoryGenerator.of(1, OPTIONS));
    assertThat(withPod.steps()).singleElement().extracting(step -> ((Action.AddPod) step.action()).pod().traits()).isEqualTo(List.of());
  }

  @Test
  void anUnknownThemeIsRefused() {
    assertThatThrownBy(() -> Themes.named("services")).hasMessageContaining("not services");
  }
}
