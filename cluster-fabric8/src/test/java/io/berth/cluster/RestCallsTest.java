package io.berth.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.cluster.RestCalls.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RestCallsTest {
  private final PlayedApiServer server = new PlayedApiServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void sendsNoMoreAtOnceThanItMayAndTheRestInOrder() throws InterruptedException {
    RestCalls calls = new RestCalls(server.client(), Runnable::run, 1);
    server.answer("GET /x", request -> PlayedApiServer.response(200, request.getPath()));

    List<CompletionStage<Answer>> answers =
        IntStream.range(0, 50).mapToObj(i -> calls.call("GET", "/x?" + i, "application/json", null)).toList();

    for (int i = 0; i < answers.size(); i++) {
      assertThat(Answers.of(answers.get(i)).body()).isEqualTo("/x?" + i);
      assertThat(server.nextRequest().getPath()).isEqualTo("/x?" + i);
    }
  }

  @Test
  void thousandsOfCallsThatFailAtOnceAllEnd() {
    RestCalls calls = new RestCalls(server.client(), Runnable::run, 2);
    server.client().close();

    List<CompletionStage<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      answers.add(calls.call("GET", "/x", "application/json", null));
    }

    assertThat(answers).allSatisfy(answer -> assertThat(Answers.of(answer).failure()).isNotNull());
  }

  @Test
  void anExecutorThatHasShutDownLosesNoAnswer() {
    RestCalls calls =
        new RestCalls(
            server.client(),
            task -> {
              throw new RejectedExecutionException();
            },
            2);
    server.answer("GET /x", request -> PlayedApiServer.response(200, "here"));

    assertThat(Answers.of(calls.call("GET", "/x", "application/json", null)).body()).isEqualTo("here");
  }
}
