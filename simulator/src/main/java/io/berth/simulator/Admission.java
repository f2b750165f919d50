package io.berth.simulator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does for manifests what an API server does for objects on their way in, as far as scheduling depends on it. Objects that carry a UID
 * met an API server before and pass unchanged.
 *
 * <p>A pod gets, in this order:
 *
 * <ol>
 *   <li>its namespace, {@code schedulerName}, {@code restartPolicy} and {@code terminationGracePeriodSeconds} if it names none; on the
 *       host's network its ports become ports of the host; requests that are missing become those of the limits;
 *   <li>its priority and preemption policy from its priority class, from the global default class, or 0; the two system classes are
 *       always there;
 *   <li>tolerations of {@code not-ready} and {@code unreachable} for 300 s;
 *   <li>overhead, node selector and tolerations of its runtime class;
 *   <li>its node's zone and region as labels, if it names a node;
 *   <li>{@code matchLabelKeys} and {@code mismatchLabelKeys} of affinity terms and spread constraints merged into their selectors;
 *   <li>requests and limits of the pod as a whole, if it has some already.
 * </ol>
 *
 * <p>A node gets its host name's label, allocatable from capacity or the reverse, and room for 110 pods if it says nothing of pods (the
 * last is the kubelet's default). A namespace gets its name's label. Everything else passes as it is; what an API server fills in of claims and
 * devices (a count of 1, since when a taint is there) the cluster does, which knows the time.
 *
 * <p>Left out: LimitRanges, quotas, service accounts, validation, and the taint that says that a new node is not ready yet.
 *
 * <p>Pure but for what {@link Classes} reads; thread-safe if that is. Source: pkg/apis/core/v1/defaults.go,
 * pkg/registry/core/pod/strategy.go, plugin/pkg/admission (priority, defaulttolerationseconds, runtimeclass, podtopologylabels),
 * pkg/kubeapiserver/options/plugins.go (the order), v1.37.2.
 */
public final class Admission {
  private final Classes classes;

  private Admission(Classes classes) {
    this.classes = classes;
  }

  /** What admission looks up. */
  public interface Classes {
    /** All priority classes but the system's two. */
    List<PriorityClass> priorityClasses();

    /** The class, or {@code null}. */
    @Nullable PriorityClass priorityClass(String name);

    /** The class, or {@code null}. */
    @Nullable RuntimeClass runtimeClass(String name);

    /** The node, or {@code null}. */
    @Nullable Node node(String name);
  }

  /**
   * What became of an object.
   *
   * @param <T> its class
   */
  public sealed interface Result<T> {
    /**
     * It may come in.
     *
     * @param object the object as it is stored; shares with the original what did not change
     */
    record Admitted<T>(T object) implements Result<T> {}

    /**
     * An API server would refuse it.
     *
     * @param message why
     */
    record Rejected<T>(String message) implements Result<T> {}
  }

  /** Admission that looks things up there. */
  public static Admission of(Classes classes) {
    return new Admission(classes);
  }

  /** Admission for objects that are known beforehand: classes and nodes are looked up among them. */
  public static Admission of(Collection<? extends HasMetadata> objects) {
    return new Admission(new GivenClasses(objects));
  }

  /** What becomes of the object, which is not changed. */
  @SuppressWarnings("unchecked") // each step returns an object of the class that it was given
  public <T extends HasMetadata> Result<T> admit(T object) {
    if (!ObjectApi.isEmpty(object.getMetadata().getUid())) {
      return new Result.Admitted<>(object);
    }
    try {
      if (object instanceof Pod pod) {
        return new Result.Admitted<>((T) PodAdmission.admit(pod, classes));
      }
      if (object instanceof Node node) {
        return new Result.Admitted<>((T) NodeDefaults.apply(node));
      }
      if (object instanceof Namespace namespace) {
        return new Result.Admitted<>((T) NodeDefaults.apply(namespace));
      }
      return new Result.Admitted<>(object);
    } catch (RejectedException rejected) {
      return new Result.Rejected<>(rejected.getMessage());
    }
  }

  /** Ends admission. */
  static final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RejectedException(String message) {
      super(message, null, false, false);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }
}
