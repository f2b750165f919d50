package io.berth.cluster;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Plain calls to the API server: a method, a path, a body; an answer or a failure. */
final class RestCalls {
  /** Longer than the API server's own limit for a write, which is 60 s. */
  private static final long TIMEOUT_SECONDS = 75;

  private final HttpClient http;
  private final String server;

  RestCalls(KubernetesClient client) {
    this.http = client.getHttpClient();
    String url = client.getMasterUrl().toString();
    this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  /**
   * What came back.
   *
   * @param code the HTTP status; 0 when there was no answer
   * @param body the body, or what went wrong
   * @param retryAfterSeconds from the header, else 0
   * @param failure why there was no answer
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
    http.sendAsync(request, String.class)
        .whenComplete(
            (response, failure) -> {
              if (failure != null) {
                String message = failure.getMessage();
                answer.complete(
                    new Answer(0, method + " " + path + ": " + (message == null ? failure : message), 0, failure));
              } else {
                String text = response.body();
                answer.complete(
                    new Answer(response.code(), text == null ? "" : text, seconds(response.header("Retry-After")), null));
              }
            });
    return answer;
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
