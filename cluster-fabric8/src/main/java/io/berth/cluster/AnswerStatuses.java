package io.berth.cluster;

import io.berth.cluster.RestCalls.Answer;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API server says of itself in an answer. */
final class AnswerStatuses {
  private static final Pattern KIND = Pattern.compile("\\A\\s*\\{\\s*\"kind\"\\s*:\\s*\"Status\"");
  private static final String BUDGET_CAUSE = "DisruptionBudget";

  private final KubernetesSerialization json;

  AnswerStatuses(KubernetesSerialization json) {
    this.json = json;
  }

  static boolean isStatus(String body) {
    return KIND.matcher(body).find();
  }

  /** What happened, for people. */
  String message(Answer answer) {
    Status status = status(answer);
    if (status != null && status.getMessage() != null) {
      return status.getMessage();
    }
    return answer.failure() != null ? answer.body() : "the API server answered " + answer.code() + ": " + answer.body();
  }

  /** What is said of the budgets that are in the way: empty when none is. */
  List<String> budgets(Answer answer) {
    return causes(answer).stream()
        .filter(cause -> BUDGET_CAUSE.equals(cause.getReason()))
        .map(cause -> String.valueOf(cause.getMessage()))
        .toList();
  }

  /** Whether the object's UID is what is wrong. */
  boolean namesUid(Answer answer) {
    return causes(answer).stream().map(StatusCause::getField).anyMatch("metadata.uid"::equals);
  }

  private List<StatusCause> causes(Answer answer) {
    Status status = status(answer);
    return status == null || status.getDetails() == null ? List.of() : status.getDetails().getCauses();
  }

  /** {@code null} when the answer is somebody else's, such as a proxy's. */
  private @Nullable Status status(Answer answer) {
    if (answer.failure() != null || !isStatus(answer.body())) {
      return null;
    }
    try {
      return json.unmarshal(answer.body(), Status.class);
    } catch (RuntimeException unreadable) {
      return null;
    }
  }
}
