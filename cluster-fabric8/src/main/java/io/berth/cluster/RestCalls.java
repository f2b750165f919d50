package io.berth.cluster;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Plain calls to the API server: a method, a path, a body; an answer or a failure. At most so many are under way, since each has a
 * connection of its own; the others wait in the order in which they came. Nothing is tried a second time: who decided to write decides
 * about that, and a second try would hide what became of the first. Thread-safe.
 */
final class RestCalls {
  /** Longer than the API server's own limit for a write, which is 60 s. */
  private static final long TIMEOUT_SECONDS = 75;

  private final HttpClient http;
  private final String server;
  private final Executor answers;
  private final int most;
  private final Object lock = new Object();
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>(); // guarded by lock
  private int underWay; // guarded by lock
  private boolean sending; // guarded by lock

  /**
   * Shares the client's connections.
   *
   * @param answers runs what follows an answer, so that the client's own threads are free for the next one
   * @param most how many calls may be under way at once
   */
  RestCalls(KubernetesClient client, Executor answers, int most) {
    RequestConfig once =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig()).withRequestRetryBackoffLimit(0).build();
    this.http = client.getHttpClient().newBuilder().tag(once).build();
    String url = client.getMasterUrl().toString();
    this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.answers = answers;
    this.most = most;
  }

  /**
   * What came back.
   *
   * @param code the HTTP status; 0 when there was no answer
   * @param body the body, or what went wrong
   * @param retryAfterSeconds from the header, else 0
   * @param failure says that there was no answer, and why
   */
  record Answer(int code, String body, long retryAfterSeconds, @Nullable Throwable failure) {
    boolean isSuccess() {
      return code >= 200 && code < 300;
    }
  }

  /** Completes never exceptionally. */
  CompletionStage<Answer> call(String method, String path, String contentType, @Nullable String body) {
    HttpRequest request =
        http.newHttpRequestBuilder()
            .uri(URI.create(server + path))
            .method(method, contentType, body)
            .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .build();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    synchronized (lock) {
      waiting.add(() -> send(request, answer));
    }
    sendWhatMay();
    return answer;
  }

  private void send(HttpRequest request, CompletableFuture<Answer> answer) {
    CompletableFuture<HttpResponse<String>> sent;
    try {
      sent = http.sendAsync(request, String.class);
    } catch (RuntimeException refused) { // such as a client that has been closed
      sent = CompletableFuture.failedFuture(refused);
    }
    sent.whenComplete(
        (response, failure) -> {
          synchronized (lock) {
            underWay--;
          }
          sendWhatMay();
          Answer result = failure != null ? failed(request, failure) : answered(response);
          try {
            answers.execute(() -> answer.complete(result));
          } catch (RejectedExecutionException shutDown) { // nobody gets lost
            answer.complete(result);
          }
        });
  }

  /** One thread at a time, so that calls leave in order, and calls that end at once do not nest. */
  private void sendWhatMay() {
    synchronized (lock) {
      if (sending) {
        return; // whoever sends sees what has changed
      }
      sending = true;
    }
    while (true) {
      Runnable next;
      synchronized (lock) {
        next = underWay < most ? waiting.poll() : null;
        if (next == null) {
          sending = false;
          return;
        }
        underWay++;
      }
      next.run();
    }
  }

  private static Answer answered(HttpResponse<String> response) {
    String text = response.body();
    return new Answer(response.code(), text == null ? "" : text, seconds(response.header("Retry-After")), null);
  }

  private static Answer failed(HttpRequest request, Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    String message = request.method() + " " + request.uri().getPath() + ": no answer: " + why;
    return new Answer(0, message, 0, new NoAnswerException(message));
  }

  static String collection(ResourceKind<?> kind, String namespace) {
    String root = kind.group().isEmpty() ? "/api/" : "/apis/";
    String scope = kind.namespaced() ? "/namespaces/" + encode(namespace) : "";
    return root + kind.apiVersion() + scope + "/" + kind.plural();
  }

  static String object(ObjectRef<?> object) {
    return collection(object.kind(), object.namespace()) + "/" + encode(object.name());
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static long seconds(@Nullable String header) {
    if (header == null || !header.chars().allMatch(Character::isDigit) || header.isEmpty() || header.length() > 9) {
      return 0;
    }
    return Long.parseLong(header);
  }
}
