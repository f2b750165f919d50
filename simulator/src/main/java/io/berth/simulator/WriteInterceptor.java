package io.berth.simulator;

import io.berth.framework.cluster.ResourceKind;
import java.time.Duration;

/**
 * Decides what becomes of each request that comes through the ports. Asked before the request is looked at, on the caller's thread,
 * never under the cluster's lock. The verbs of {@link InMemoryCluster} that return at once do not ask.
 */
@FunctionalInterface
public interface WriteInterceptor {
  /** Called once for each request. */
  WriteDecision beforeWrite(WriteRequest request);

  /** What is asked for. */
  enum Verb {
    BIND,
    PATCH_STATUS,
    EVICT,
    DELETE,
    GET,
    CREATE,
    UPDATE,
    UPDATE_STATUS
  }

  /**
   * A request.
   *
   * @param namespace empty for kinds without namespaces
   * @param name empty when it is to be generated
   */
  record WriteRequest(Verb verb, ResourceKind<?> kind, String namespace, String name) {}

  /** What becomes of it. */
  sealed interface WriteDecision {
    /** It is done and answered at once. */
    record Proceed() implements WriteDecision {}

    /**
     * It is late.
     *
     * @param beforeDone how long until it is done
     * @param beforeAnswered how long the answer takes after that
     */
    record Late(Duration beforeDone, Duration beforeAnswered) implements WriteDecision {}

    /** It is not done; the answer is an error. */
    record Fail(String message) implements WriteDecision {}

    /** It is not done; the answer is a conflict. An eviction fails. */
    record Conflict(String message) implements WriteDecision {}

    /** It is not done; the answer asks to slow down. */
    record Throttle(Duration retryAfter) implements WriteDecision {}

    /**
     * It is done, and its answer is lost: the caller hears of a failure.
     *
     * @param noticedAfter how long the caller waits for the answer
     */
    record LoseAnswer(Duration noticedAfter) implements WriteDecision {}

    /** The shared {@link Proceed}. */
    Proceed PROCEED = new Proceed();
  }
}
