package io.berth.conformance;
import java.util.List;
import tools.jackson.databind.JsonNode;
final class PodRequestsSuite implements Suite {
  @Override public List<Mismatch> checkHeader(JsonNode header) { return List.of(); }
  @Override public Verdict run(Case one) { return Verdict.of(JsonDiff.between(one.expected(), one.input())); }
}
