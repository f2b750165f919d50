package io.berth.scenario;

import io.berth.framework.cluster.Cluster;
import io.berth.framework.cluster.EventNote;
import io.berth.framework.cluster.EventSink;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.berth.framework.model.PodInfo;
import io.berth.simulator.InMemoryCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cluster as one scheduler sees it; what it hears and does is told to the story and to the observers. */
final class ObservedCluster implements Cluster {
  private static final String NO_NODE_FITS = "0/";

  private final SchedulerProcess process;
  private final World world;
  private final InMemoryCluster cluster;

  ObservedCluster(SchedulerProcess process, InMemoryCluster cluster) {
    this.process = process;
    this.world = process.world;
    this.cluster = cluster;
  }

  @Override
  public <T extends HasMetadata> Watch watch(ResourceKind<T> kind, EventSink<T> sink) {
    world.faultLog().watchOpens(Component.SCHEDULER);
    Watch watch = cluster.watch(kind, process.known.before(kind, sink, process::beside));
    process.opened(watch);
    return watch;
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> ref, String nodeName) {
    if (!process.isAlive()) {
      return new CompletableFuture<>();
    }
    world.story().tell("scheduler binds " + ref.name() + " to " + nodeName);
    world.observe(observer -> observer.binding(world, ref, nodeName, process.known));
    return cluster.bind(ref, nodeName).thenApply(
        outcome -> {
          if (process.isAlive()) {
            if (!outcome.isDone()) {
              world.story().tell("scheduler hears that " + ref.name() + " was not bound: " + outcome.describe());
            }
            world.observe(observer -> observer.bound(world, ref, nodeName, outcome, process.known));
          }
          return outcome;
        });
  }

  @Override
  public CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    return whileAlive(
        () ->
            cluster.patchPodStatus(pod, patch).thenApply(
                outcome -> {
                  if (!outcome.isDone()) {
                    world.story().tell("the status of " + pod.name() + " was not written: " + outcome.describe());
                    world.unwritten(pod.uid());
                  }
                  return outcome;
                }));
  }

  @Override
  public CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    return whileAlive(
        () -> {
          world.story().tell("scheduler evicts " + pod.name());
          return cluster.evict(pod, gracePeriodSeconds).thenApply(
              outcome -> {
                if (outcome instanceof EvictionOutcome.Evicted) {
                  world.removes(pod.name());
                }
                return outcome;
              });
        });
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    return whileAlive(
        () -> {
          world.story().tell("scheduler deletes " + object.name());
          return cluster.delete(object, gracePeriodSeconds).thenApply(
              outcome -> {
                if (outcome.isDone() && object.kind().equals(ResourceKind.PODS)) {
                  world.removes(object.name());
                }
                return outcome;
              });
        });
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return whileAlive(() -> cluster.get(object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    return writing(object, () -> cluster.create(kind, object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    return writing(object, () -> cluster.update(kind, object));
  }

  @Override
  public <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return writing(object, () -> cluster.updateStatus(kind, object));
  }

  @Override
  public void event(PodInfo regarding, @Nullable PodInfo related, EventNote note) {
    if (note.reason().equals("FailedScheduling")) {
      world.story().tell("scheduler does not place " + regarding.name() + ": " + note.note());
      if (note.note().startsWith(NO_NODE_FITS)) {
        world.observe(observer -> observer.unfit(world, regarding, process.known));
      }
    }
    cluster.event(regarding, related, note);
  }

  @Override
  public void event(ObjectRef<?> regarding, EventNote note) {
    world.story().tell(note.type() + " of " + regarding.kind().plural() + " " + regarding.key() + ": " + note.note());
    cluster.event(regarding, note);
  }

  private <T extends HasMetadata> CompletionStage<WriteOutcome<T>> writing(T object, Supplier<CompletionStage<WriteOutcome<T>>> request) {
    return whileAlive(
        () -> {
          world.observe(observer -> observer.writing(world, object, process.known));
          return request.get();
        });
  }

  private <R> CompletionStage<R> whileAlive(Supplier<CompletionStage<R>> request) {
    return process.isAlive() ? request.get() : new CompletableFuture<>();
  }
}
