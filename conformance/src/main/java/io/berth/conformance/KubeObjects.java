package io.berth.conformance;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns a case's JSON into Kubernetes objects, and what Berth makes of them into JSON. Objects are taken as they stand. */
final class KubeObjects {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private KubeObjects() {}

  static <T> T read(JsonNode node, Class<T> type) {
    return MAPPER.treeToValue(node, type);
  }

  /** The objects of a list; none when the list is absent. */
  static <T extends HasMetadata> List<T> readAll(JsonNode list, Class<T> type) {
    var objects = new ArrayList<T>();
    list.forEach(node -> objects.add(read(node, type)));
    return objects;
  }

  /** A Kubernetes object as JSON. */
  static ObjectNode tree(Object object) {
    return MAPPER.valueToTree(object);
  }

  /** The least that an object needs. */
  static ObjectNode named(String kind, String name) {
    ObjectNode tree = object().put("apiVersion", "v1").put("kind", kind);
    tree.putObject("metadata").put("name", name);
    return tree;
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode strings(Iterable<String> items) {
    ArrayNode list = MAPPER.createArrayNode();
    items.forEach(list::add);
    return list;
  }
}
