package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what patches make of objects. Not thread-safe. */
public final class PatchReader {

  private final Problems problems;
  private final DocumentReader documents;
  private @Nullable HasMetadata read;

  /** A reader that tells what is wrong there. */
  public PatchReader(Problems problems) {
    this.problems = problems;
    documents = new DocumentReader(problems, manifest -> read = manifest.object());
  }

  /**
   * What a patch makes of an object; {@code null} when an API server would refuse it, which is told.
   *
   * @param tree the object as maps, lists, text, numbers and truth values
   * @param origin where the step stands
   */
  public @Nullable HasMetadata read(MergePatch patch, HasMetadata object, Map<?, ?> tree, Origin origin) {
    if (!patch.keepsIdentity(new Manifest(object, origin), tree, problems)) {
      return null;
    }
    read = null;
    RecordedTokens merged = patch.merged(tree, origin.line());
    documents.document(merged, merged.next(), origin);
    return read;
  }
}
