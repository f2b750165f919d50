package io.berth.dynamicresources.cel;

import org.jspecify.annotations.Nullable;

/**
 * An expression failed on a device: a missing key, a wrong type, a value that cannot be read, or too high a cost. The message
 * is upstream's up to what its CEL library says.
 */
public final class CelEvaluationException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final String HINT = ". consider using CEL optional chaining (.? followed by orValue())"
      + " or guarding the check with has() for optional fields";

  CelEvaluationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * The message, with advice where a key is missing.
   *
   * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/errors.go EnhanceRuntimeError, v1.37.2.
   */
  public String messageWithHint() {
    String message = String.valueOf(getMessage());
    return message.contains(RuntimeErrors.NO_SUCH_KEY) ? message + HINT : message;
  }
}
