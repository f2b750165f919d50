package io.berth.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.framework.CycleState;
import io.berth.framework.Handle;
import io.berth.framework.NodeScoreList;
import io.berth.framework.ScoreExtensions;
import io.berth.framework.Status;
import io.berth.framework.event.ActionType;
import io.berth.framework.event.ClusterEventWithHint;
import io.berth.framework.event.EventResource;
import io.berth.framework.model.NodeInfo;
import io.berth.framework.model.PodInfo;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each kit finds what it is there to find. */
class SpoiledPluginsTest {
  private static PreFilterContract<CountingPlugin> preFilter(Supplier<CountingPlugin> plugin) {
    return new PreFilterContract<>() {
      @Override
      protected CountingPlugin create(Handle handle) {
        return plugin.get();
      }
    };
  }

  private static ScoreContract<CountingPlugin> score(Supplier<CountingPlugin> plugin) {
    return new ScoreContract<>() {
      @Override
      protected CountingPlugin create(Handle handle) {
        return plugin.get();
      }
    };
  }

  private static EnqueueContract<CountingPlugin> enqueue(Supplier<CountingPlugin> plugin) {
    return new EnqueueContract<>() {
      @Override
      protected CountingPlugin create(Handle handle) {
        return plugin.get();
      }
    };
  }

  private static void isFound(ThrowingCallable check) {
    assertThatThrownBy(check).isInstanceOf(AssertionError.class).hasMessageContaining("run it alone with -Dberth.seed=");
  }

  @Test
  void aRemovalThatIsNoInverse() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      @Override
                      int removal() {
                        return 2;
                      }
                    })
            ::addingAPodUndoesItsRemoval);
  }

  @Test
  void aStateThatDoesNotFollow() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      @Override
                      int removal() {
                        return 0;
                      }
                    })
            ::aStateThatFollowedAnswersAsOneThatWasMadeAfterwards);
  }

  @Test
  void anAnswerThatDependsOnHowOftenItIsAsked() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      private int asked;

                      @Override
                      public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
                        return ++asked % 3 == 0 ? Status.unschedulable("third time") : Status.SUCCESS;
                      }
                    })
            ::answersTheSameEachTimeAndInAnyOrder);
  }

  @Test
  void aRejectionWithoutAReason() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      @Override
                      public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
                        return Status.unschedulable();
                      }
                    })
            ::answersSuccessOrARejectionWithAReason);
  }

  @Test
  void aSignatureThatLeavesOutWhatTheAnswerDependsOn() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      @Override
                      public Object filterSignature(CycleState state, PodInfo pod) {
                        return "the same for all";
                      }

                      @Override
                      public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
                        return pod.priority() > 1 ? Status.SUCCESS : Status.unschedulable("not important");
                      }
                    })
            ::whereItsSignaturesAreEqualSoAreItsAnswers);
  }

  @Test
  void aPluginThatChangesAPod() {
    isFound(
        preFilter(
                () ->
                    new CountingPlugin() {
                      @Override
                      public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
                        pod.pod().getMetadata().setResourceVersion("spoiled");
                        return Status.SUCCESS;
                      }
                    })
            ::leavesPodsAndNodesAsTheyWere);
  }

  @Test
  void scoresBeyond100() {
    isFound(
        score(
                () ->
                    new CountingPlugin() {
                      @Override
                      public ScoreExtensions scoreExtensions() {
                        return (CycleState state, PodInfo pod, NodeScoreList scores) -> {
                          for (int i = 0; i < scores.size(); i++) {
                            scores.set(i, 101);
                          }
                          return Status.SUCCESS;
                        };
                      }
                    })
            ::scoresAreFrom0To100);
  }

  @Test
  void anEventThatThePluginForgot() {
    isFound(
        enqueue(
                () ->
                    new CountingPlugin() {
                      @Override
                      public List<ClusterEventWithHint<?>> eventsToRegister() {
                        return List.of(ClusterEventWithHint.of(EventResource.NODE, ActionType.ADD));
                      }
                    })
            ::thePodWhoseDeletionMakesRoomWakesIt);
  }

  @Test
  void anUnreserveThatForgets() {
    ReserveContract<CountingPlugin> contract =
        new ReserveContract<>() {
          @Override
          protected CountingPlugin create(Handle handle) {
            return new CountingPlugin() {
              @Override
              public void unreserve(CycleState state, PodInfo pod, String nodeName) {
                // forgets
              }
            };
          }

          @Override
          protected Object books(CountingPlugin plugin) {
            return plugin.reserved.toString();
          }
        };
    isFound(contract::unreserveGivesBackWhatReserveTook);
  }
}
