package io.berth.conformance;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON merge patch (RFC 7386): null removes a field, objects are merged, everything else replaces. */
final class MergePatch {

  private MergePatch() {}

  /** The target with the patch applied; the target is changed. */
  static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!(patch instanceof ObjectNode fields)) {
      return patch;
    }
    ObjectNode result = target instanceof ObjectNode object ? object : KubeObjects.object();
    fields.properties().forEach(field -> {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), apply(result.path(field.getKey()), field.getValue()));
      }
    });
    return result;
  }
}
