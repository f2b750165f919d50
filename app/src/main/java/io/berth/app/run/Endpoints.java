package io.berth.app.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers {@code /healthz}, {@code /livez}, {@code /readyz} and {@code /metrics} over plain HTTP. */
final class Endpoints implements AutoCloseable {
  private final HttpServer server;

  private Endpoints(HttpServer server) {
    this.server = server;
  }

  /**
   * What the endpoints tell.
   *
   * @param problem why the scheduler cannot do its work any more, if it cannot
   * @param waitsFor what it still waits for before it begins, if anything
   * @param metrics the text of {@code /metrics}
   */
  record Answers(Supplier<Optional<String>> problem, Supplier<Optional<String>> waitsFor, Supplier<String> metrics) {}

  /**
   * Begins to listen.
   *
   * @param address of one of this machine's interfaces
   * @param port 0 for any free one
   */
  static Endpoints listen(InetAddress address, int port, Answers answers) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 0);
    server.createContext("/healthz", exchange -> health(exchange, answers.problem().get()));
    server.createContext("/livez", exchange -> health(exchange, answers.problem().get()));
    server.createContext("/readyz", exchange -> health(exchange, answers.problem().get().or(answers.waitsFor())));
    server.createContext(
        "/metrics", exchange -> answer(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", answers.metrics().get()));
    server.start();
    return new Endpoints(server);
  }

  int port() {
    return server.getAddress().getPort();
  }

  private static void health(HttpExchange exchange, Optional<String> problem) throws IOException {
    answer(exchange, problem.isEmpty() ? 200 : 503, "text/plain; charset=utf-8", problem.orElse("ok"));
  }

  private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
