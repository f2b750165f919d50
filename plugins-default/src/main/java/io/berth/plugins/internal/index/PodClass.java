package io.berth.plugins.internal.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pods that no selector tells apart: same namespace, same labels. */
final class PodClass {
  final String namespace;
  final Map<String, String> labels;
  final Counts perNode = new Counts();
  final List<Selection> selections = new ArrayList<>(1);
  long pods;

  PodClass(String namespace, Map<String, String> labels) {
    this.namespace = namespace;
    this.labels = labels;
  }
}
