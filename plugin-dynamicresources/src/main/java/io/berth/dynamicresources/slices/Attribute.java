package io.berth.dynamicresources.slices;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute: one value, or a list of values of one type.
 *
 * @param kind the type; {@code null} if nothing is set
 * @param values the values: {@link Long}, {@link Boolean} or {@link String}
 * @param list whether it was published as a list
 */
public record Attribute(@Nullable Kind kind, List<Object> values, boolean list) {

  /** The types of values. */
  public enum Kind {
    /** Integers. */
    INT,
    /** Booleans. */
    BOOL,
    /** Strings. */
    STRING,
    /** Semantic versions, compared as texts. */
    VERSION
  }

  /** Takes the values as they are. */
  public Attribute {
    values = List.copyOf(values);
  }

  /** Reads an attribute; lists first, as upstream looks at them. */
  public static Attribute of(DeviceAttribute attribute) {
    if (isSet(attribute.getInts())) {
      return new Attribute(Kind.INT, new ArrayList<>(attribute.getInts()), true);
    }
    if (isSet(attribute.getBools())) {
      return new Attribute(Kind.BOOL, new ArrayList<>(attribute.getBools()), true);
    }
    if (isSet(attribute.getStrings())) {
      return new Attribute(Kind.STRING, new ArrayList<>(attribute.getStrings()), true);
    }
    if (isSet(attribute.getVersions())) {
      return new Attribute(Kind.VERSION, new ArrayList<>(attribute.getVersions()), true);
    }
    if (attribute.getInt() != null) {
      return new Attribute(Kind.INT, List.of(attribute.getInt()), false);
    }
    if (attribute.getBool() != null) {
      return new Attribute(Kind.BOOL, List.of(attribute.getBool()), false);
    }
    if (attribute.getString() != null) {
      return new Attribute(Kind.STRING, List.of(attribute.getString()), false);
    }
    if (attribute.getVersion() != null) {
      return new Attribute(Kind.VERSION, List.of(attribute.getVersion()), false);
    }
    return new Attribute(null, List.of(), false);
  }

  private static boolean isSet(@Nullable List<?> values) {
    return values != null && !values.isEmpty();
  }

  /** Whether it is one value, of a known type. */
  public boolean isScalar() {
    return kind != null && !list;
  }

  /** Whether both are the same single value. */
  public boolean sameScalar(Attribute other) {
    return isScalar() && other.isScalar() && kind == other.kind && values.get(0).equals(other.values.get(0));
  }

  /** The values that both have, as a list; {@code null} if there are none or the types differ. */
  public @Nullable Attribute intersection(Attribute other) {
    if (kind == null || kind != other.kind) {
      return null;
    }
    if (values.size() == 1) {
      return other.values.contains(values.get(0)) ? this : null;
    }
    List<Object> common = new ArrayList<>(values.size());
    for (Object value : values) {
      if (other.values.contains(value)) {
        common.add(value);
      }
    }
    return common.isEmpty() ? null : common.size() == values.size() ? this : new Attribute(kind, common, true);
  }
}
