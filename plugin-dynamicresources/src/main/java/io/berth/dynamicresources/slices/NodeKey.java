package io.berth.dynamicresources.slices;

import java.util.Map;

/**
 * What the reach of devices depends on.
 *
 * @param name the node's name
 * @param labels its labels
 */
record NodeKey(String name, Map<String, String> labels) {

  boolean is(String otherName, Map<String, String> otherLabels) {
    return name.equals(otherName) && (labels == otherLabels || labels.equals(otherLabels));
  }
}
