package io.berth.scheduler.internal.cache;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On how many nodes each image is. Immutable; a changed copy shares all buckets but the touched ones.
 *
 * <p>Source: imageStates of pkg/scheduler/backend/cache/cache.go, v1.37.2.
 */
final class ImageCounts {
  static final ImageCounts EMPTY = new ImageCounts(newBuckets());

  private static final int BUCKETS = 256;

  private final @Nullable Map<String, Integer>[] buckets;

  private ImageCounts(@Nullable Map<String, Integer>[] buckets) {
    this.buckets = buckets;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // generic array
  private static @Nullable Map<String, Integer>[] newBuckets() {
    return new Map[BUCKETS];
  }

  private static int bucket(String image) {
    int h = image.hashCode();
    return (h ^ (h >>> 16) ^ (h >>> 8)) & (BUCKETS - 1);
  }

  int of(String image) {
    Map<String, Integer> bucket = buckets[bucket(image)];
    return bucket == null ? 0 : bucket.getOrDefault(image, 0);
  }

  /** The counts that are kept up to date; copies a bucket when it is first touched after {@link #freeze()}. */
  static final class Live {
    private ImageCounts frozen = EMPTY;
    private @Nullable Map<String, Integer>[] buckets = newBuckets();
    private boolean changed;

    void add(String image, int difference) {
      int b = bucket(image);
      Map<String, Integer> own = buckets[b];
      if (own == null || own == frozen.buckets[b]) {
        own = own == null ? new HashMap<>() : new HashMap<>(own);
        buckets[b] = own;
      }
      own.merge(image, difference, (x, y) -> x + y == 0 ? null : x + y);
      changed = true;
    }

    /** The counts as they are now. */
    ImageCounts freeze() {
      if (changed) {
        frozen = new ImageCounts(buckets);
        buckets = buckets.clone();
        changed = false;
      }
      return frozen;
    }
  }
}
