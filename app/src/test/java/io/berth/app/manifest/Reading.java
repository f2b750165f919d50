package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What came out of reading a text as the file {@code in.yaml} (or {@code in.json}). */
record Reading(List<Manifest> manifests, Problems problems) {

  static Reading of(String text) {
    return of("in.yaml", text.getBytes(StandardCharsets.UTF_8));
  }

  static Reading ofJson(String text) {
    return of("in.json", text.getBytes(StandardCharsets.UTF_8));
  }

  static Reading of(String name, byte[] bytes) {
    var source = new Source(name, bytes.length, true, () -> new ByteArrayInputStream(bytes));
    return of(List.of(source), new Problems());
  }

  static Reading of(List<Source> sources, Problems problems) {
    var manifests = new ArrayList<Manifest>();
    new ManifestReader(manifests::add, problems, (source, read, objects) -> {}).read(sources);
    return new Reading(manifests, problems);
  }

  List<String> subjects() {
    return manifests.stream().map(Manifest::subject).toList();
  }

  List<String> origins() {
    return manifests.stream().map(m -> m.origin().toString()).toList();
  }

  List<String> errors() {
    return problems.errors();
  }

  List<String> warnings() {
    return problems.warnings();
  }

  <T extends HasMetadata> T only(Class<T> type) {
    if (!problems.errors().isEmpty() || manifests.size() != 1) {
      throw new AssertionError(problems.errors() + " " + subjects());
    }
    return type.cast(manifests.get(0).object());
  }
}
