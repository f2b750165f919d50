package io.berth.conformance;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Compares one kind of cases. A suite is made once per file, is used by one thread, and sees the file's header before its
 * cases.
 */
interface Suite {

  /**
   * Checks what the file says about the upstream that it was recorded from, such as feature gates, plugin order and
   * weights.
   *
   * @param header every field of the document but its cases
   */
  List<Mismatch> checkHeader(JsonNode header);

  /** Runs one case. A bug may surface as any runtime exception; the runner counts it as a failure of this case. */
  Verdict run(Case one);

  /** Things worth knowing about what was not compared, a sentence each. Asked once, after the last case. */
  default List<String> remarks() {
    return List.of();
  }
}
