package io.berth.conformance.histories;

import io.berth.framework.cluster.ResourceKind;
import io.berth.scenario.Component;
import io.berth.simulator.WatchInterceptor.WatchDecision;
import io.berth.simulator.WriteInterceptor.Verb;
import io.berth.simulator.WriteInterceptor.WriteDecision;
import java.time.Duration;
import java.util.List;

/** One thing that happens in a history. One that makes no sense when its time has come (the pod is gone) does nothing. */
public sealed interface Action {
  /** Of a theme's own. A record, whose text says what happens. */
  non-sealed interface OfTheme extends Action {
    /** Does it. A request that the cluster refuses is told in the story. */
    void happen(RunningHistory history);

    /** Plainer actions, each strictly plainer. */
    default List<Action> simpler() {
      return List.of();
    }
  }

  /** The node is there, like that: new or changed. */
  record SetNode(NodeSpec node) implements Action {}

  /** The node vanishes and is there again at once, as another one of its name. */
  record ReplaceNode(NodeSpec node) implements Action {}

  /** The node vanishes; its pods stay. */
  record RemoveNode(String name) implements Action {}

  /** The pod comes. */
  record AddPod(PodSpec pod) implements Action {}

  /** Somebody else's pod is on the node. */
  record AddPodOn(PodSpec pod, String node) implements Action {}

  /** The pod is deleted. */
  record DeletePod(String name) implements Action {}

  /** The pod is deleted, with no grace. */
  record DropPod(String name) implements Action {}

  /** The pod has succeeded. */
  record FinishPod(String name) implements Action {}

  /** The pod is to be of another size. */
  record ResizePod(String name, int milliCpu, int memoryMi) implements Action {}

  /** The pod has another label. */
  record RelabelPod(String name, String app) implements Action {}

  /** Something about the pod changes that matters to nobody. */
  record TouchPod(String name) implements Action {}

  /** The pod's gate opens. */
  record UngatePod(String name) implements Action {}

  /** The pod tolerates everything from now on. */
  record LetPodTolerate(String name) implements Action {}

  /** Another scheduler binds the pod. */
  record BindPod(String name, String node) implements Action {}

  /** Somebody writes to which node the pod is nominated; empty for none. */
  record NominatePod(String name, String node) implements Action {}

  /** The namespace is labelled {@code team} so. */
  record RelabelNamespace(String name, String team) implements Action {}

  /** The pod is to be tried at once. */
  record ActivatePod(String name) implements Action {}

  /** Somebody wants to know what all plugins say of the pod. */
  record ExplainPod(String name) implements Action {}

  /** The next request of this kind goes wrong. */
  record BreakWrite(Verb verb, WriteDecision decision) implements Action {}

  /** The next change that is told goes wrong. */
  record BreakWatch(Component who, ResourceKind<?> kind, WatchDecision decision) implements Action {
    @Override
    public String toString() {
      return "BreakWatch[" + who + ", " + kind.plural() + ", " + decision + "]";
    }
  }

  /** All watches of the kind are cut, and what happens meanwhile is perhaps forgotten. */
  record CutWatches(ResourceKind<?> kind, Duration duration, boolean forget) implements Action {
    @Override
    public String toString() {
      return "CutWatches[" + kind.plural() + ", " + duration + (forget ? ", history forgotten]" : "]");
    }
  }

  /** The scheduler crashes. */
  record Crash() implements Action {}

  /** A scheduler is started, if none runs. */
  record Start() implements Action {}

  /** The scheduler ends in good order, and another one is started. */
  record Replace() implements Action {}

  /** The kubelets stop. */
  record StopKubelets() implements Action {}

  /** The kubelets go on. */
  record StartKubelets() implements Action {}

  /** Pods of vanished nodes go, and nothing goes wrong until nothing happens any more. */
  record Rest() implements Action {}
}
