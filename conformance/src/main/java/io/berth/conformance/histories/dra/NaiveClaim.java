package io.berth.conformance.histories.dra;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for, read in the plainest way.
 *
 * @param requests of each the alternatives
 */
record NaiveClaim(List<List<NaiveWish>> requests, List<DeviceConstraint> constraints) {
  /** Gives all devices that a request asks for. */
  static final int ALL = 0;

  /**
   * A request, or one alternative of it.
   *
   * @param request the name of its request
   * @param name the same, or with that of the alternative
   * @param selectors of class and request
   * @param memory in thousandths that it asks for, {@code null} if nothing is said
   * @param derivesHalf whether it derives an attribute
   */
  record NaiveWish(
      String request, String name, int count, boolean admin, List<String> selectors, List<DeviceToleration> tolerations,
      @Nullable Long memory, boolean derivesHalf) {
    boolean likes(Device device) {
      return selectors.stream().allMatch(selector -> Selector.likes(selector, device));
    }

    /** Whether it bears what keeps others away. */
    boolean tolerates(List<DeviceTaint> taints) {
      return taints.stream()
          .filter(taint -> taint.getEffect().equals("NoSchedule") || taint.getEffect().equals("NoExecute"))
          .allMatch(
              taint ->
                  tolerations.stream()
                      .anyMatch(toleration -> toleration.getKey() == null || toleration.getKey().equals(taint.getKey())));
    }

    /** How much of the device's memory it takes, in thousandths; {@code null} if the device cannot give it such an amount. */
    @Nullable Long takes(Device device) {
      DeviceCapacity capacity = device.getCapacity().get(DeviceSpec.MEMORY);
      long all = thousandths(capacity.getValue());
      var policy = capacity.getRequestPolicy();
      long takes;
      if (memory == null) {
        takes = policy == null ? all : thousandths(policy.getDefault());
      } else if (policy == null) {
        takes = memory;
      } else if (policy.getValidRange() != null) {
        long least = thousandths(policy.getValidRange().getMin());
        long step = thousandths(policy.getValidRange().getStep());
        takes = least;
        while (takes < memory) {
          takes += step;
        }
        if (takes > thousandths(policy.getValidRange().getMax())) {
          return null;
        }
      } else {
        takes = policy.getValidValues().stream().mapToLong(NaiveClaim::thousandths).filter(value -> value >= memory).min().orElse(Long.MAX_VALUE);
      }
      return takes <= all ? takes : null;
    }

    boolean isMeantBy(DeviceConstraint constraint) {
      return constraint.getRequests().isEmpty() || constraint.getRequests().contains(request) || constraint.getRequests().contains(name);
    }
  }

  static long thousandths(Quantity quantity) {
    return quantity.getNumericalAmount().movePointRight(3).longValueExact();
  }

  /** The claim; its classes must be there. */
  static NaiveClaim of(List<DeviceRequest> requests, List<DeviceConstraint> constraints, Map<String, DeviceClass> classes) {
    List<List<NaiveWish>> all = new ArrayList<>();
    for (DeviceRequest request : requests) {
      List<NaiveWish> alternatives = new ArrayList<>();
      ExactDeviceRequest one = request.getExactly();
      if (one != null) {
        alternatives.add(
            new NaiveWish(
                request.getName(), request.getName(), count(one.getAllocationMode(), one.getCount()), Boolean.TRUE.equals(one.getAdminAccess()),
                selectors(classes, one.getDeviceClassName(), one.getSelectors()), one.getTolerations(), memory(one.getCapacity()),
                !one.getDerivedAttributes().isEmpty()));
      }
      for (DeviceSubRequest sub : request.getFirstAvailable()) {
        alternatives.add(
            new NaiveWish(
                request.getName(), request.getName() + "/" + sub.getName(), count(sub.getAllocationMode(), sub.getCount()), false,
                selectors(classes, sub.getDeviceClassName(), sub.getSelectors()), sub.getTolerations(), memory(sub.getCapacity()),
                !sub.getDerivedAttributes().isEmpty()));
      }
      all.add(alternatives);
    }
    return new NaiveClaim(all, constraints);
  }

  /** The classes that the requests name. */
  static Set<String> classes(List<DeviceRequest> requests) {
    Set<String> names = new HashSet<>();
    for (DeviceRequest request : requests) {
      if (request.getExactly() != null) {
        names.add(request.getExactly().getDeviceClassName());
      }
      request.getFirstAvailable().forEach(sub -> names.add(sub.getDeviceClassName()));
    }
    return names;
  }

  private static int count(String mode, @Nullable Long count) {
    return mode.equals("All") ? ALL : Math.toIntExact(count == null ? 1 : count);
  }

  private static List<String> selectors(Map<String, DeviceClass> classes, String name, List<DeviceSelector> own) {
    List<String> texts = new ArrayList<>();
    classes.get(name).getSpec().getSelectors().forEach(selector -> texts.add(selector.getCel().getExpression()));
    own.forEach(selector -> texts.add(selector.getCel().getExpression()));
    return texts;
  }

  private static @Nullable Long memory(@Nullable CapacityRequirements capacity) {
    return capacity == null ? null : Long.valueOf(thousandths(capacity.getRequests().get(DeviceSpec.MEMORY)));
  }

  /** Whether a request for all devices stands under a constraint: then nobody knows whether it fails or finds something. */
  boolean limitsAll() {
    return !constraints.isEmpty() && asksForAll();
  }

  /** Whether it asks for all devices of a kind. */
  boolean asksForAll() {
    return requests.stream().flatMap(List::stream).anyMatch(wish -> wish.count == ALL);
  }
}
