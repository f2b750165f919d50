package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelEvaluationException;
import io.berth.dynamicresources.cel.DerivedAttribute;
import io.berth.dynamicresources.slices.Attribute;
import io.berth.dynamicresources.slices.Device;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of the devices that are chosen under one constraint, the last one on top: taking back the last device restores
 * exactly what was before. Used again for other searches.
 *
 * <p>Source: structured/internal/experimental/constraint.go distinctAttributeConstraint; allocator_experimental.go
 * matchAttributeConstraint, lookupAttribute, v1.37.2.
 */
final class ConstraintState {

  private static final Attribute ABSENT = new Attribute(null, List.of(), false);

  private Constraint constraint = new Constraint("", false, new boolean[0]);
  private boolean lists;
  /** Attributes by the device's place; null while not looked up. */
  private @Nullable Attribute[] column = new Attribute[0];
  /** For equal values: what all devices so far have in common. For distinct values: those of each device. */
  private Attribute[] stack = new Attribute[8];
  private int depth;

  void reset(Constraint of, boolean listTypeAttributes, int candidates) {
    constraint = of;
    lists = listTypeAttributes;
    depth = 0;
    if (column.length < candidates) {
      column = new Attribute[candidates];
    } else {
      Arrays.fill(column, 0, candidates, null);
    }
  }

  /** Adds a device if that keeps the constraint; whether it did. A device that it is not about changes nothing. */
  boolean add(Wish wish, Device device, int place) throws SearchAborted {
    if (!constraint.applies()[wish.number]) {
      return true;
    }
    Attribute attribute = wish.derived.isEmpty() ? stored(device, place) : lookUp(wish, device, place);
    if (attribute == ABSENT) {
      return false;
    }
    Attribute top = constraint.distinct() ? distinct(attribute) : common(attribute);
    if (top == null) {
      return false;
    }
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, depth * 2);
    }
    stack[depth++] = top;
    return true;
  }

  /** Takes back the last device that {@link #add} took. */
  void remove(Wish wish) {
    if (constraint.applies()[wish.number]) {
      depth--;
    }
  }

  /** How many devices it is about at the moment. */
  int depth() {
    return depth;
  }

  private @Nullable Attribute common(Attribute attribute) {
    if (lists) {
      return attribute.kind() == null ? null : depth == 0 ? attribute : stack[depth - 1].intersection(attribute);
    }
    return depth == 0 || stack[0].sameScalar(attribute) ? attribute : null;
  }

  private @Nullable Attribute distinct(Attribute attribute) {
    if (lists && attribute.kind() == null) {
      return null;
    }
    for (int i = 0; i < depth; i++) {
      if (lists ? stack[i].intersection(attribute) != null : !attribute.isScalar() || stack[i].sameScalar(attribute)) {
        return null;
      }
    }
    return attribute;
  }

  private Attribute lookUp(Wish wish, Device device, int place) throws SearchAborted {
    String name = String.valueOf(constraint.attribute());
    DerivedAttribute derived = wish.derived.get(name);
    if (derived == null) {
      return stored(device, place);
    }
    if (derived.error() != null) {
      throw new SearchAborted("compile derived attribute " + name + " failed: " + derived.error());
    }
    try {
      return device.derived(derived);
    } catch (CelEvaluationException e) {
      throw new SearchAborted("evaluate derived attribute " + name + " on device " + device.id() + " failed: " + e.getMessage());
    }
  }

  private Attribute stored(Device device, int place) {
    Attribute known = column[place];
    if (known == null) {
      known = device.attribute(String.valueOf(constraint.attribute()));
      known = known == null ? ABSENT : known;
      column[place] = known;
    }
    return known;
  }
}
