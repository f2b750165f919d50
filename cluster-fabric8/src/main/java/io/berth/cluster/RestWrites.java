package io.berth.cluster;

import io.berth.cluster.RestCalls.Answer;
import io.berth.framework.cluster.EvictionOutcome;
import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes as REST calls, and answers as outcomes. */
final class RestWrites {
  private static final String JSON = "application/json";
  private static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

  private final RestCalls calls;
  private final KubernetesSerialization json;
  private final AnswerStatuses statuses;
  private final ObjectOrder order = new ObjectOrder();

  RestWrites(RestCalls calls, KubernetesSerialization json) {
    this.calls = calls;
    this.json = json;
    this.statuses = new AnswerStatuses(json);
  }

  CompletionStage<WriteOutcome<Pod>> bind(ObjectRef<Pod> pod, String nodeName) {
    Map<String, Object> binding =
        Map.of(
            "apiVersion", "v1",
            "kind", "Binding",
            "metadata", metadata(pod),
            "target", Map.of("apiVersion", "v1", "kind", "Node", "name", nodeName));
    return call("POST", pod, "/binding", JSON, binding)
        .thenCompose(
            answer -> {
              // The answer is a Status, not the pod: what the pod looks like now comes by the watch.
              WriteOutcome<Pod> outcome = outcome(answer, body -> bound(pod, nodeName));
              boolean unsure = answer.code() == 0 || answer.code() == 409 || answer.code() >= 500;
              return unsure ? lookUp(pod, nodeName, outcome) : CompletableFuture.completedFuture(outcome);
            });
  }

  /** A binding whose answer was lost, now or by an earlier try, is done when the pod is on the node. */
  private CompletionStage<WriteOutcome<Pod>> lookUp(ObjectRef<Pod> pod, String nodeName, WriteOutcome<Pod> outcome) {
    return get(pod)
        .thenApply(
            found ->
                found instanceof WriteOutcome.Done<Pod> done && nodeName.equals(done.object().getSpec().getNodeName())
                    ? found
                    : outcome);
  }

  private static Pod bound(ObjectRef<Pod> pod, String nodeName) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.namespace())
        .withName(pod.name())
        .withUid(pod.uid().isEmpty() ? null : pod.uid())
        .endMetadata()
        .withNewSpec()
        .withNodeName(nodeName)
        .endSpec()
        .build();
  }

  CompletionStage<WriteOutcome<Pod>> patchPodStatus(ObjectRef<Pod> pod, PodStatusPatch patch) {
    Map<String, Object> status = new LinkedHashMap<>();
    if (!patch.conditions().isEmpty()) {
      status.put("conditions", patch.conditions());
    }
    String nominated = patch.nominatedNodeName();
    if (nominated != null) {
      status.put("nominatedNodeName", nominated.isEmpty() ? null : nominated);
    }
    if (patch.extendedResourceClaimStatus() != null) {
      status.put("extendedResourceClaimStatus", patch.extendedResourceClaimStatus());
    }
    Map<String, Object> body = new LinkedHashMap<>();
    if (!pod.uid().isEmpty()) {
      body.put("metadata", Map.of("uid", pod.uid()));
    }
    body.put("status", status);
    return write("PATCH", pod, "/status", STRATEGIC_MERGE, body, parse(Pod.class));
  }

  CompletionStage<EvictionOutcome> evict(ObjectRef<Pod> pod, @Nullable Long gracePeriodSeconds) {
    Map<String, Object> eviction =
        Map.of(
            "apiVersion", "policy/v1",
            "kind", "Eviction",
            "metadata", Map.of("name", pod.name(), "namespace", pod.namespace()),
            "deleteOptions", deleteOptions(pod, gracePeriodSeconds));
    return call("POST", pod, "/eviction", JSON, eviction).thenApply(this::evictionOutcome);
  }

  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> delete(
      ObjectRef<T> object, @Nullable Long gracePeriodSeconds) {
    // The answer is the object while it goes gracefully, or a Status once it is gone.
    return write(
        "DELETE",
        object,
        "",
        JSON,
        deleteOptions(object, gracePeriodSeconds),
        body -> AnswerStatuses.isStatus(body) ? named(object) : json.unmarshal(body, object.kind().type()));
  }

  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> get(ObjectRef<T> object) {
    return calls
        .call("GET", RestCalls.object(object), JSON, null)
        .thenApply(
            answer -> {
              WriteOutcome<T> outcome = outcome(answer, parse(object.kind().type()));
              if (outcome instanceof WriteOutcome.Done<T> done
                  && !object.uid().isEmpty()
                  && !object.uid().equals(done.object().getMetadata().getUid())) {
                return new WriteOutcome.NotFound<>(
                    object.key() + " has UID " + done.object().getMetadata().getUid() + ", not " + object.uid());
              }
              return outcome;
            });
  }

  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> create(ResourceKind<T> kind, T object) {
    String namespace = object.getMetadata().getNamespace();
    return calls
        .call("POST", RestCalls.collection(kind, namespace == null ? "default" : namespace), JSON, json.asJson(object))
        .thenApply(answer -> outcome(answer, parse(kind.type())));
  }

  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> update(ResourceKind<T> kind, T object) {
    return write("PUT", ObjectRef.of(kind, object), "", JSON, object, parse(kind.type()));
  }

  <T extends HasMetadata> CompletionStage<WriteOutcome<T>> updateStatus(ResourceKind<T> kind, T object) {
    return write("PUT", ObjectRef.of(kind, object), "/status", JSON, object, parse(kind.type()));
  }

  private <T> CompletionStage<WriteOutcome<T>> write(
      String method, ObjectRef<?> object, String subresource, String contentType, Object body, Function<String, T> parse) {
    return call(method, object, subresource, contentType, body).thenApply(answer -> outcome(answer, parse));
  }

  private CompletionStage<Answer> call(String method, ObjectRef<?> object, String subresource, String contentType, Object body) {
    String path = RestCalls.object(object);
    String content = json.asJson(body);
    return order.after(path, () -> calls.call(method, path + subresource, contentType, content));
  }

  private <T> Function<String, T> parse(Class<T> type) {
    return body -> json.unmarshal(body, type);
  }

  private <T> WriteOutcome<T> outcome(Answer answer, Function<String, T> parse) {
    if (answer.isSuccess()) {
      try {
        return new WriteOutcome.Done<>(parse.apply(answer.body()));
      } catch (RuntimeException unreadable) {
        return new WriteOutcome.Failed<>("done, but the answer cannot be read: " + unreadable.getMessage(), unreadable);
      }
    }
    String message = statuses.message(answer);
    return switch (answer.code()) {
      case 404 -> new WriteOutcome.NotFound<>(message);
      case 409 -> new WriteOutcome.Conflict<>(message);
      // A patch has no precondition but its content: the UID of another object is an attempt to change that object's UID.
      case 422 -> statuses.namesUid(answer) ? new WriteOutcome.Conflict<>(message) : new WriteOutcome.Failed<>(message, null);
      case 429 -> new WriteOutcome.Throttled<>(Duration.ofSeconds(answer.retryAfterSeconds()), message);
      default -> new WriteOutcome.Failed<>(message, answer.failure());
    };
  }

  private EvictionOutcome evictionOutcome(Answer answer) {
    if (answer.isSuccess()) {
      return new EvictionOutcome.Evicted();
    }
    return switch (answer.code()) {
      case 404 -> new EvictionOutcome.AlreadyGone();
      case 429 -> {
        List<String> budgets = statuses.budgets(answer);
        yield budgets.isEmpty()
            ? new EvictionOutcome.Throttled(Duration.ofSeconds(answer.retryAfterSeconds()))
            : new EvictionOutcome.BlockedByBudget(statuses.message(answer) + " " + String.join(" ", budgets));
      }
      default -> new EvictionOutcome.Failed(statuses.message(answer), answer.failure());
    };
  }

  /** All that is known of an object whose content the answer does not show: what it is called. */
  private <T extends HasMetadata> T named(ObjectRef<T> object) {
    return json.unmarshal(json.asJson(Map.of("metadata", metadata(object))), object.kind().type());
  }

  private static Map<String, Object> metadata(ObjectRef<?> object) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", object.name());
    if (!object.namespace().isEmpty()) {
      metadata.put("namespace", object.namespace());
    }
    if (!object.uid().isEmpty()) {
      metadata.put("uid", object.uid());
    }
    return metadata;
  }

  private static Map<String, Object> deleteOptions(ObjectRef<?> object, @Nullable Long gracePeriodSeconds) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("apiVersion", "v1");
    options.put("kind", "DeleteOptions");
    if (!object.uid().isEmpty()) {
      options.put("preconditions", Map.of("uid", object.uid()));
    }
    if (gracePeriodSeconds != null) {
      options.put("gracePeriodSeconds", gracePeriodSeconds);
    }
    return options;
  }
}
