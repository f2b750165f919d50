package io.berth.preemption;

import java.time.Duration;

/** What became of one victim. */
sealed interface Eviction {
  /** It had not been bound yet, and is taken back without a request to the cluster. */
  record InMemory() implements Eviction {}

  /** The cluster has accepted its deletion. */
  record Accepted() implements Eviction {}

  /** It was gone before. */
  record AlreadyGone() implements Eviction {}

  /**
   * It stays.
   *
   * @param retryAfter how long the cluster wants to be left alone; zero when it did not say
   */
  record Refused(String message, Duration retryAfter) implements Eviction {}
}
